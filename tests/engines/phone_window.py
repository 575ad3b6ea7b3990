"""A window as wide as a phone with WebKit in it, for WebKitWebDriver. Debian's own Python runs it."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  (the versions come first)


def show(_: WebKit2.AutomationSession) -> WebKit2.WebView:
    """A window, asked for by the driver."""
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=int(sys.argv[1]), default_height=int(sys.argv[2]))
    window.add(view)
    window.show_all()
    return view


Gtk.Settings.get_default().set_property("gtk-enable-animations", False)  # a page asks for reduced motion
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", lambda _, session: session.connect("create-web-view", show))
Gtk.main()

/** What modules of elements need where there is no page: a class to extend, and somewhere to name it. */

class HTMLElement {}

Object.assign(globalThis, { HTMLElement, customElements: { define() {} } });

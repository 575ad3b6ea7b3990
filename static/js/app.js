/** The entry of every page: defines the custom elements that a page may hold, and nothing else. */

/** The end of a page: what it still asks of the network is broken off, as a browser does. */
let end = new AbortController();

/** Breaks off all that the page in jsdom has asked for; what is asked from now on is another page's. */
export function endPage(): void {
  end.abort(new DOMException('The page was left', 'AbortError'));
  end = new AbortController();
}

/** The same request, given up when the page ends. */
export function untilPageEnds(init: RequestInit = {}): RequestInit & { signal: AbortSignal } {
  return { ...init, signal: init.signal ? AbortSignal.any([init.signal, end.signal]) : end.signal };
}

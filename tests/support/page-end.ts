/** Aborts the requests of a page when the page ends, as a browser does. */
let end = new AbortController();

/** Aborts all requests of the current page; later requests belong to the next page. */
export function endPage(): void {
  end.abort(new DOMException('The page was left', 'AbortError'));
  end = new AbortController();
}

/** Returns the options of a request with a signal that also aborts at the end of the page. */
export function untilPageEnds(init: RequestInit = {}): RequestInit & { signal: AbortSignal } {
  return { ...init, signal: init.signal ? AbortSignal.any([init.signal, end.signal]) : end.signal };
}

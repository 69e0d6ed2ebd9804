/* Adapts a prerendered screen (sw/prerendered-lessons.ts) to the device's settings, and hands it over to the app: scroll position, selection, focus and open details are kept. */
(function () {
  var TEXT = '#main article [class^="_prose_"]';
  /* The prerendered text covers the app's unfinished text for this long at most, in ms. */
  var LONGEST = 3000;
  var BEHIND = { position: 'absolute', top: '0', left: '0', right: '0', visibility: 'hidden' };
  var html = document.documentElement;
  var news = new BroadcastChannel('manabiba');
  var painted, text, headHeight, scroll, focused, marked, anchor, anchorTop;

  /* The character offset of a DOM position in the text; `placeAt` is the inverse, in another text. */
  function offsetOf(node, offset) {
    var range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(node, offset);
    return range.toString().length;
  }

  function placeAt(other, offset) {
    var walker = document.createTreeWalker(other, NodeFilter.SHOW_TEXT);
    for (var node = walker.nextNode(); node; node = walker.nextNode()) {
      if (offset <= node.data.length) return [node, offset];
      offset -= node.data.length;
    }
    return [other, other.childNodes.length];
  }

  function noteMarked() {
    var selection = getSelection();
    if (!text || !text.isConnected) return;
    var isOurs = !selection.isCollapsed && text.contains(selection.anchorNode) && text.contains(selection.focusNode);
    marked = isOurs && [
      offsetOf(selection.anchorNode, selection.anchorOffset),
      offsetOf(selection.focusNode, selection.focusOffset),
    ];
  }

  function mark(other) {
    if (!marked) return;
    var from = placeAt(other, marked[0]);
    var to = placeAt(other, marked[1]);
    getSelection().setBaseAndExtent(from[0], from[1], to[0], to[1]);
  }

  function noteFocus(event) {
    var element = event.target;
    focused = painted.contains(element) || (text && text.contains(element)) ? element : null;
  }

  /* The counterpart of an element: same tag and href, at the same index. */
  function counterpart(element, from, to) {
    function isLike(other) {
      return other.getAttribute('href') === element.getAttribute('href');
    }
    var all = Array.from(from.querySelectorAll(element.localName)).filter(isLike);
    return Array.from(to.querySelectorAll(element.localName)).filter(isLike)[all.indexOf(element)];
  }

  function focus(element) {
    if (element) element.focus({ preventScroll: true });
  }

  function wordsOf(other) {
    var walker = document.createTreeWalker(other, NodeFilter.SHOW_TEXT);
    var words = '';
    while (walker.nextNode()) {
      var node = walker.currentNode;
      if (!node.parentElement.closest('[class*="_formula"]')) words += node.data;
    }
    return words;
  }

  /* Waits for formulas and pictures, which come after the text; not if the text has changed since it was prerendered. */
  function isDrawn(next) {
    if (next.querySelector('[aria-busy]')) return false;
    if (wordsOf(next) !== wordsOf(text)) return true;
    var images = Array.from(next.querySelectorAll('img'));
    return (
      next.querySelectorAll('.katex').length >= text.querySelectorAll('.katex').length &&
      images.length >= text.querySelectorAll('img').length &&
      images.every(function (image) {
        return image.complete;
      })
    );
  }

  function cover(next) {
    Object.assign(next.style, BEHIND);
    next.parentElement.style.position = 'relative';
    next.before(text);
    if (text.contains(focused)) focus(focused);
    mark(text);
  }

  function uncover(next) {
    next.removeAttribute('style');
    next.parentElement.removeAttribute('style');
    text.remove();
  }

  function settle(next) {
    var details = next.querySelectorAll('details');
    text.querySelectorAll('details').forEach(function (each, index) {
      if (details[index]) details[index].open = each.open;
    });
    if (text.contains(focused)) focus(counterpart(focused, text, next));
    mark(next);
  }

  /* Keeps the scroll position: a lower header above the text would move the text, a shorter page below it the window. */
  function keepPlace() {
    var head = text && document.querySelector('#main article').firstElementChild;
    if (head && head.getBoundingClientRect().height < headHeight) head.style.minHeight = headHeight + 'px';
    if (scrollY < scroll) scrollTo(0, scroll);
  }

  /* The scroll anchor in an outline: the first lasting text below the top bar. */
  function noteAnchor() {
    anchor = Array.from(painted.querySelectorAll('[data-lasting]')).find(function (each) {
      return each.getBoundingClientRect().top > 56;
    });
    if (anchor) anchorTop = anchor.getBoundingClientRect().top;
  }

  /* Keeps the anchor in place when the app adds content above it. */
  function keepAnchor(main) {
    var next = Array.from(main.querySelectorAll('[data-lasting]')).find(function (each) {
      return each.textContent === anchor.textContent;
    });
    if (next) scrollBy(0, next.getBoundingClientRect().top - anchorTop);
  }

  function waitFor(next, end) {
    if (!next.isConnected) return void text.remove();
    if (!isDrawn(next) && performance.now() < end) return void setTimeout(waitFor, 30, next, end);
    uncover(next);
    settle(next);
    keepPlace();
  }

  function handOver() {
    var main = document.getElementById('main');
    var next = text && document.querySelector(TEXT);
    if (!main || (text && !next)) return;
    if (focused && !(text && text.contains(focused))) focus(counterpart(focused, painted, main));
    if (!text) {
      keepPlace();
      return void (anchor && keepAnchor(main));
    }
    if (isDrawn(next)) settle(next);
    else {
      cover(next);
      waitFor(next, performance.now() + LONGEST);
    }
    keepPlace();
  }

  function begin() {
    var root = document.getElementById('root');
    painted = root && root.querySelector('.painted');
    text = document.querySelector(TEXT);
    if (!painted) return;
    if (text && html.dataset.furigana === 'off')
      text.querySelectorAll('rt, rp').forEach(function (reading) {
        reading.remove();
      });
    var head = text && text.closest('article').firstElementChild;
    if (head)
      new ResizeObserver(function () {
        if (painted.isConnected) headHeight = head.getBoundingClientRect().height;
      }).observe(head);
    document.addEventListener('selectionchange', noteMarked);
    document.addEventListener('focusin', noteFocus);
    addEventListener('scroll', function () {
      scroll = scrollY;
      if (!text && painted.isConnected) noteAnchor();
    });
    new MutationObserver(function (_, observer) {
      if (painted.isConnected) return;
      observer.disconnect();
      news.close();
      handOver();
    }).observe(root, { childList: true });
  }

  /* Until the app checks the owner of the page (src/device/restart.ts), this reloads a page that is restored from the back/forward cache, or is open during a sign-out or sign-in elsewhere. */
  function handleTransition(event) {
    if (event.type === 'pagehide') news.close();
    if (!event.persisted || html.dataset.app === 'ready') return;
    html.style.visibility = 'hidden';
    if (event.type === 'pageshow') location.reload();
  }

  news.onmessage = function (event) {
    if (event.data.type !== 'session-changed') return;
    html.style.visibility = 'hidden';
    location.reload();
  };

  /* A deferred script: the document is parsed, and the app's code runs later. */
  begin();
  addEventListener('pagehide', handleTransition);
  addEventListener('pageshow', handleTransition);
})();

/*
 * Says so if the browser is older than the supported ones (docs/browsers.md). Shows an error if the app's code fails to load, or
 * has not loaded after SCREEN_LOAD_TIMEOUT_MS (src/lib/constants.ts).
 */
(function () {
  var root = document.documentElement;
  var isTold = false;

  function make(name, className, text) {
    var element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  }

  /* What the oldest supported browsers brought: lookbehind and CompressionStream Safari 16.4, `pi` Chrome 109. */
  function isSupported() {
    try {
      new RegExp('(?<=a)b');
      return (
        'CompressionStream' in window &&
        'structuredClone' in window &&
        'timeout' in AbortSignal &&
        'findLast' in Array.prototype &&
        'hasOwn' in Object &&
        CSS.supports('width', 'calc(pi * 1px)')
      );
    } catch {
      return false;
    }
  }

  /* Takes the app's place: without `#root` it does not start. */
  function tellTooOld() {
    var place = document.getElementById('root');
    place.id = 'too-old';
    place.className = 'skeleton-main skeleton-failure';
    place.setAttribute('role', 'main');
    place.textContent = '';
    place.appendChild(make('h1', '', 'このブラウザーは古いため使えません'));
    place.appendChild(
      make(
        'p',
        '',
        'Safari 16.4、Chrome 109、Firefox 115 以降に更新して、開き直してください。iPhone と iPad は「設定」→「一般」→「ソフトウェアアップデート」で、ほかの端末はブラウザーのメニューの「ヘルプ」やアプリのストアで更新できます。端末に保存した学習は残っています。',
      ),
    );
  }

  function tell() {
    var outline = document.querySelector('#root .painted main');
    var place = document.querySelector('#root .skeleton-main') || outline;
    if (isTold || !place) return;
    isTold = true;
    var button = make('button', 'skeleton-retry', '再読み込み');
    button.type = 'button';
    button.addEventListener('click', function () {
      location.reload();
    });
    var home = make('a', 'skeleton-home', 'ホームに戻る');
    home.href = '/';
    var box = make('div', 'skeleton-failure', '');
    box.setAttribute('role', 'alert');
    box.append(
      make('h1', '', 'Loading chunk failed'),
      make(
        'p',
        '',
        'アプリを読み込めませんでした。電波のよいところで、読み込み直してください。端末に保存した学習は残っています。',
      ),
      button,
      home,
    );
    var bar = document.querySelector('.skeleton-bar');
    bar.setAttribute('role', 'banner');
    bar.dataset.words = '';
    /* A prerendered outline already has a main landmark and stays readable. */
    if (!outline) place.setAttribute('role', 'main');
    if (place === outline) place.prepend(box);
    else place.replaceChildren(box);
    document.querySelector('.skeleton-status').remove();
  }

  if (!isSupported()) return tellTooOld();
  window.addEventListener(
    'error',
    function (event) {
      var isMissing = event.target instanceof HTMLScriptElement && event.target.type === 'module';
      var isUnreadable = event.error instanceof SyntaxError && root.dataset.app !== 'ready';
      if (isMissing || isUnreadable) tell();
    },
    true,
  );
  window.addEventListener('app-failed', tell);
  setTimeout(tell, 120000);
  // Tests wait for this mark: the timeout has started.
  root.dataset.boot = 'watched';
})();

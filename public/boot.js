/* Shows an error if the app's code fails to load, or has not loaded after SCREEN_LOAD_TIMEOUT_MS (src/lib/constants.ts). */
(function () {
  var root = document.documentElement;
  var isTold = false;

  function make(name, className, text) {
    var element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
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

  window.addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement && event.target.type === 'module') tell();
    },
    true,
  );
  window.addEventListener('app-failed', tell);
  setTimeout(tell, 120000);
  // Tests wait for this mark: the timeout has started.
  root.dataset.boot = 'watched';
})();

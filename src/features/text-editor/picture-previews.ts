/**
 * Shows a small preview of each picture, with its description, below its line in the editor; the text itself stays
 * markdown.
 */
import { type EditorState, type Extension, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

import classes from './PicturePreviews.module.css';

/** A picture's URL, or a sentence that says why it cannot be shown. */
export type FoundPicture = { url: string } | { problem: string };

/** Resolves a picture's address in the text to a URL that can be shown. */
export type FindPicture = (source: string) => Promise<FoundPicture>;

/** A picture in a line of the text, with its positions in the document. */
interface TextPicture {
  source: string;
  alt: string;
  altFrom: number;
  altTo: number;
}

/** Matches a picture only with its closing bracket, so that an address that is still being typed is not requested. */
const picture = /!\[((?:[^[\]\\]|\\.){0,400})\]\(\s*<?([^)<>\s]{1,2000})>?(?:\s+"[^"]{0,300}")?\s*\)/g;
const fence = /^ {0,3}(`{3,}|~{3,})/;

const CANNOT_SHOW = '画像を表示できません。';
const NO_WORDS = '代替テキストなし';
/** Height, in px, of a preview with its padding (PicturePreviews.module.css). */
const HEIGHT = 88;

function picturesIn(line: string, from: number): TextPicture[] {
  return [...line.matchAll(picture)].map(({ 1: alt = '', 2: source = '', index }) => {
    const altFrom = from + index + 2;
    return { source, alt: alt.replace(/\\(.)/g, '$1'), altFrom, altTo: altFrom + alt.length };
  });
}

/** Finds the pictures outside code blocks, each with the end of its line. */
export function findTextPictures(doc: Text): (TextPicture & { lineEnd: number })[] {
  const found: (TextPicture & { lineEnd: number })[] = [];
  let open: string | undefined;
  let from = 0;
  for (const line of doc.iterLines()) {
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && open === undefined) open = mark;
    else if (mark !== undefined && open !== undefined && mark.startsWith(open)) open = undefined;
    else if (open === undefined && line.includes('![')) {
      for (const one of picturesIn(line, from)) found.push({ ...one, lineEnd: from + line.length });
    }
    from += line.length + 1;
  }
  return found;
}

function add(parent: HTMLElement, name: 'span' | 'img', className: string | undefined) {
  const element = document.createElement(name);
  element.className = className ?? '';
  parent.append(element);
  return element;
}

/** Requests the picture with CORS, so that the service worker can cache it; retries once without CORS. */
function showImage(image: HTMLImageElement, url: string, onBroken: () => void): void {
  image.crossOrigin = 'anonymous';
  image.onerror = () => {
    if (image.crossOrigin === null) return onBroken();
    image.removeAttribute('crossorigin');
    image.src = url;
  };
  image.src = url;
}

class PictureWidget extends WidgetType {
  constructor(
    readonly picture: TextPicture,
    readonly find: FindPicture,
  ) {
    super();
  }

  override eq({ picture: { source, alt } }: PictureWidget): boolean {
    return source === this.picture.source && alt === this.picture.alt;
  }

  /** Updates only the preview's words while the description is being typed, so that the image does not reload. */
  override updateDOM(dom: HTMLElement, _view: EditorView, from: this): boolean {
    if (from.picture.source !== this.picture.source) return false;
    this.describe(dom);
    return true;
  }

  describe(dom: HTMLElement): void {
    const words = dom.querySelector<HTMLElement>('[data-words]');
    if (!words) return;
    words.textContent = this.picture.alt || NO_WORDS;
    words.toggleAttribute('data-missing', this.picture.alt === '');
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('div');
    box.className = classes.preview ?? '';
    const frame = add(box, 'span', `${classes.thumb} center flex-none overflow-hidden rounded-sm bg-track edge`);
    const image = add(frame, 'img', undefined) as HTMLImageElement;
    image.alt = '';
    const about = add(box, 'span', 'grid min-w-0 text-sm leading-150');
    const words = add(about, 'span', `${classes.words} two-lines c-muted`);
    words.dataset.words = '';
    // Hide the description from screen readers, because the line above already contains it.
    words.setAttribute('aria-hidden', 'true');
    const problem = add(about, 'span', 'hide-if-empty c-bad');
    const complain = (sentence: string) => {
      image.remove();
      problem.textContent = sentence;
    };
    this.describe(box);
    this.find(this.picture.source).then(
      (found) => {
        if ('url' in found) showImage(image, found.url, () => complain(CANNOT_SHOW));
        else complain(found.problem);
      },
      () => complain(CANNOT_SHOW),
    );
    box.addEventListener('mousedown', (event) => {
      event.preventDefault();
      selectWords(view, box, this.picture.source);
    });
    return box;
  }

  override get estimatedHeight(): number {
    return HEIGHT;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Pressing a preview selects the picture's description in the text. */
function selectWords(view: EditorView, box: HTMLElement, source: string): void {
  const { from, text } = view.state.doc.lineAt(view.posAtDOM(box));
  const found = picturesIn(text, from).find((one) => one.source === source);
  if (found) view.dispatch({ selection: { anchor: found.altFrom, head: found.altTo }, scrollIntoView: true });
  view.focus();
}

function decorate({ doc }: EditorState, find: FindPicture): DecorationSet {
  const shown = findTextPictures(doc).map(({ lineEnd, ...one }) =>
    Decoration.widget({ widget: new PictureWidget(one, find), block: true, side: 1 }).range(lineEnd),
  );
  return Decoration.set(shown);
}

export function picturePreviews(find: FindPicture): Extension {
  return StateField.define<DecorationSet>({
    create: (state) => decorate(state, find),
    update: (shown, { docChanged, state }) => (docChanged ? decorate(state, find) : shown),
    provide: (field) => EditorView.decorations.from(field),
  });
}

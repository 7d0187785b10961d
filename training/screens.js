// Runs in the browser that screens.py drives: fonts once, then page after page in one document, and the pieces of text that stand on it.
globalThis.screens = (() => {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  /** [name, base64] of each font file: a family of its own, so that a list of families is a chain. */
  const load = async (fonts) => {
    for (const [name, data] of fonts)
      document.fonts.add(await new FontFace(name, bytes(data)).load());
  };
  const pen = document.createElement('canvas').getContext('2d');
  /** Of one piece on one line: its text, where its ink is, its base line and size, and where its words begin. */
  const piece = (text, box, style, picture) => {
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.letterSpacing = style.letterSpacing;
    pen.wordSpacing = style.wordSpacing;
    const m = pen.measureText(text),
      base = box.top + m.fontBoundingBoxAscent,
      words = [];
    for (let at = text.indexOf(' ', 1); at > 0 && words.length < 40; at = text.indexOf(' ', at + 1))
      words.push([at, box.left + pen.measureText(text.slice(0, at)).width]);
    const shown = picture ? '\ufffc'.repeat([...text].length) : text;
    return [
      shown,
      box.left,
      box.right,
      box.left - m.actualBoundingBoxLeft,
      box.left + m.actualBoundingBoxRight,
      base - m.actualBoundingBoxAscent,
      base + m.actualBoundingBoxDescent,
      base,
      parseFloat(style.fontSize),
      picture ? [] : words,
    ];
  };
  const pieces = () => {
    const found = [],
      walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
      range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const style = getComputedStyle(node.parentElement),
        picture = node.parentElement.hasAttribute('data-picture');
      range.selectNodeContents(node);
      const boxes = range.getClientRects();
      if (boxes.length === 1) {
        found.push(piece(node.data, boxes[0], style, picture));
        continue;
      }
      let from = 0,
        first,
        last;
      const end = (to) => {
        if (first && to > from) {
          const start = node.data.slice(from, to).search(/\S/);
          if (start >= 0)
            found.push(
              piece(
                node.data.slice(from, to),
                { left: first.left, right: last.right, top: first.top },
                style,
                picture,
              ),
            );
        }
      };
      for (let at = 0; at < node.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getClientRects()[0];
        if (!box || box.width === 0) continue;
        if (first && box.top > first.top + 2) {
          end(at);
          first = undefined;
          from = at;
        }
        first ??= box;
        last = box;
      }
      end(node.length);
    }
    return found;
  };
  /** Drawn twice before it is looked at. */
  const show = async (html, look) => {
    document.body.style.cssText = look;
    document.body.innerHTML = html;
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return pieces();
  };
  return { load, show };
})();

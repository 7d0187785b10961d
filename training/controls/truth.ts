// What a page shows, out of its document. A page is drawn twice: without the states of its controls, and with them; a state that changes no pixel of its control is none.
// Both scripts run in the page; the second puts the states on, and gives every element with `data-c` that can be seen, with its box in pixels of the screenshot.
export const readyInPage = `(async () => {
  for (const input of document.querySelectorAll('[data-mixed]')) input.indeterminate = true;
  await document.fonts.ready;
})()`;

export const truthsInPage = `(() => {
  for (const element of document.querySelectorAll('[data-s]')) element.style.cssText += ';' + element.dataset.s;
  for (const element of document.querySelectorAll('[data-k]')) element.classList.add(...element.dataset.k.split(' '));
  for (const element of document.querySelectorAll('[data-off]')) element.disabled = true;
  const scale = devicePixelRatio, found = [];
  // Words that are cut off at the edge of their control are no name that anyone could read.
  const range = document.createRange();
  const isCut = (element, box) => {
    range.selectNodeContents(element);
    return [...range.getClientRects()].some((words) => words.left < box.left - 1 || words.right > box.right + 1 || words.top < box.top - 3 || words.bottom > box.bottom + 3);
  };
  for (const element of document.querySelectorAll('[data-c]')) {
    const truth = JSON.parse(element.dataset.c ?? element.getAttribute('data-c'));
    const boxes = truth.role === 'link' ? [...element.getClientRects()] : [element.getBoundingClientRect()];
    for (let box of boxes) {
      // A knob that is higher than its track belongs to the slider.
      const more = truth.role === 'slider' && element.matches('input') ? Math.max(0, 16 - box.height) / 2 : 0;
      if (more > 0) box = new DOMRect(box.left, box.top - more, box.width, box.height + 2 * more);
      const left = Math.max(0, box.left), top = Math.max(0, box.top), right = Math.min(innerWidth, box.right), bottom = Math.min(innerHeight, box.bottom);
      if (right - left < 3 || bottom - top < 2) continue;
      const whole = (right - left) * (bottom - top) / (box.width * box.height);
      const points = [[.5, .5], [.15, .2], [.85, .2], [.15, .8], [.85, .8], [.5, .15], [.5, .85]];
      let seen = 0;
      for (const [x, y] of points) {
        const at = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
        if (at && (element === at || element.contains(at) || at.contains(element))) seen += 1;
      }
      if (truth.role === 'cursor') seen = points.length;
      const share = seen / points.length;
      if (share < .2) continue;
      found.push({ ...truth, ...(isCut(element, { left, top, right, bottom }) && { name: undefined }), box: [left * scale, top * scale, right * scale, bottom * scale].map((v) => Math.round(v * 10) / 10), ...((share < .8 || whole < .7) && { partly: true }) });
    }
  }
  return found;
})()`;

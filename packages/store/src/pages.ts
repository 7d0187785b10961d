// Lists of any length, held a page at a time: a page is asked for with the last item of the one before.

/** Item after item, up to the first empty page. */
export async function* pages<T>(
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncIterable<T> {
  let page = await read(undefined);
  while (page.length > 0) {
    yield* page;
    page = await read(page.at(-1));
  }
}

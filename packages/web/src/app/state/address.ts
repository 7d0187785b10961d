// Where the page is: the address names the conversation or the run, so a reload, a bookmark and the back button come back
// to it.
import { Store } from './store.ts';

export type Place =
  | { readonly at: 'chat'; readonly session?: string }
  | { readonly at: 'runs'; readonly run?: string };

export class Address {
  readonly store: Store<Place> = new Store(placeIn(location.hash));

  go(place: Place): void {
    const hash = hashOf(place);
    if (location.hash !== hash)
      history.pushState(undefined, '', hash === '' ? location.pathname : hash);
    this.store.set(place);
  }

  /** Somebody went back, or followed a link within the page. */
  watch(moved: (place: Place) => void): () => void {
    const read = (): void => {
      const place = placeIn(location.hash);
      this.store.set(place);
      moved(place);
    };
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }
}

export function hashOf(place: Place): string {
  if (place.at === 'runs') return place.run === undefined ? '#/runs' : `#/runs/${place.run}`;
  return place.session === undefined ? '' : `#/${place.session}`;
}

function placeIn(hash: string): Place {
  const run = /^#\/runs(?:\/([\w.-]{1,200}))?\/?$/.exec(hash);
  if (run) return run[1] === undefined ? { at: 'runs' } : { at: 'runs', run: run[1] };
  const session = /^#\/([\w.-]{1,200})$/.exec(hash)?.[1];
  return session === undefined ? { at: 'chat' } : { at: 'chat', session };
}

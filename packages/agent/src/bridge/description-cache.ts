// What was told before, across processes: by the media's hash, the describer, the prompt's version and the question. A
// memo is a text that we wrote; one that does not parse is as good as none.
import { createHash } from 'node:crypto';
import { isShape, listOf, maybe, text } from '@percept/core/internal/options';
import { type BlobId } from '@percept/core';
import type { Memos } from '@percept/store';
import type { PromptVersion } from '../config/index.ts';
import type { Span } from '../tools/index.ts';
import type { Describer, Told } from './describer.ts';

export interface Subject {
  readonly blob: BlobId;
  readonly describer: Describer;
  readonly promptVersion: PromptVersion;
  readonly question?: string | undefined;
  readonly span?: Span | undefined;
}

export function cacheKey({ blob, describer, promptVersion, question, span }: Subject): string {
  // A describer that does not answer questions tells every one of them the same.
  const asked = describer.answers ? (question ?? '') : '';
  const parts = [
    blob,
    describer.id,
    describer.place === 'remote' ? promptVersion : '',
    asked,
    ...(span ? [span] : []),
  ];
  return `describe:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

export class DescriptionCache {
  readonly #memos: Memos;

  constructor(memos: Memos) {
    this.#memos = memos;
  }

  async has(
    blob: BlobId,
    describer: Describer,
    { promptVersion }: { readonly promptVersion: PromptVersion },
  ): Promise<boolean> {
    return (await this.find(cacheKey({ blob, describer, promptVersion }))) !== undefined;
  }

  async find(key: string): Promise<Told | undefined> {
    try {
      const memo = await this.#memos.get(key);
      return memo === undefined ? undefined : parse(memo);
    } catch {
      return undefined;
    }
  }

  /** Never the reason why a description is lost. */
  async keep(key: string, told: Told): Promise<void> {
    try {
      await this.#memos.put(key, JSON.stringify(told));
    } catch {
      // Told again next time.
    }
  }
}

function parse(memo: string): Told | undefined {
  const value: unknown = JSON.parse(memo);
  return isTold(value) ? value : undefined;
}

const isTold = isShape<Told>({ text, lines: maybe(listOf(text)), brief: maybe(text) });

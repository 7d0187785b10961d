// What making something costs: said before, from the configured price; on the bill after, from what the provider tells.
import type { Price } from '../config/index.ts';
import { tokensOfText, type Charge } from '../models/index.ts';
import type { Maker } from './makers.ts';

export interface Amount {
  readonly pictures?: number;
  readonly characters?: number;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** Undefined where nobody can say before: no price, or one of tokens that are counted afterwards. */
function forecastUsd(price: Price | undefined, amount: Amount): number | undefined {
  const { pictures = 0, characters = 0 } = amount;
  if (pictures > 0 && price?.usdPerImage !== undefined) return pictures * price.usdPerImage;
  if (characters > 0 && price?.usdPerMillionCharacters !== undefined)
    return (characters * price.usdPerMillionCharacters) / 1_000_000;
  return undefined;
}

export function forecastWords(price: Price | undefined, amount: Amount): string {
  const usd = forecastUsd(price, amount);
  if (usd !== undefined) return `It costs about ${dollars(usd)}.`;
  return price
    ? 'What it costs is counted afterwards, in tokens.'
    : 'What it costs is not known: no price stands beside this model.';
}

/** Providers that count pictures or characters tell no tokens: those of the words are an estimate. */
export function chargeOf(
  { model, host, price }: Maker<unknown>,
  purpose: 'draw' | 'say',
  words: string,
  amount: Amount,
): Charge {
  const { inputTokens, outputTokens } = amount;
  const isTold = inputTokens !== undefined || outputTokens !== undefined;
  const tokens = {
    inputTokens: isTold ? (inputTokens ?? 0) : tokensOfText(words.length),
    outputTokens: outputTokens ?? 0,
  };
  const byTokens =
    price && isTold
      ? (tokens.inputTokens * price.usdPerMillionInput +
          tokens.outputTokens * price.usdPerMillionOutput) /
        1_000_000
      : undefined;
  const costUsd = forecastUsd(price, amount) ?? byTokens;
  return {
    model,
    host,
    purpose,
    ...tokens,
    cachedInputTokens: 0,
    source: isTold ? 'provider' : 'estimate',
    ...(costUsd !== undefined && { costUsd }),
  };
}

export function chargeWords({ costUsd }: Charge): string {
  return costUsd === undefined ? 'no price is configured' : `about ${dollars(costUsd)}`;
}

function dollars(usd: number): string {
  return `$${usd < 1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

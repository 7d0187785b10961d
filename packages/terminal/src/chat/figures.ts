// Figures as people read them.

/** @example countText(12345) // '12,345' */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function moneyText(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

export function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Undefined where no turn had a price. */
export function costOf(
  turns: readonly { readonly costUsd?: number | undefined }[],
): number | undefined {
  const costs = turns.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]));
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}

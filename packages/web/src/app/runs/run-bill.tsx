// What a run cost, model by model: helpers are on the bill.
import type { ReactElement } from 'react';
import type { RunSpent } from '@percept/contract';
import { countInWords, dollarsInWords } from '../words/figures.ts';

export function RunBill({ bill }: { readonly bill: readonly RunSpent[] }): ReactElement | null {
  if (bill.length === 0) return null;
  const priced = bill.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]));
  const sum = priced.reduce((all, cost) => all + cost, 0);
  return (
    <>
      <h3>Usage</h3>
      <div className="run-bill" tabIndex={0} role="region" aria-label="Usage">
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {bill.map(({ model, provider, inputTokens, outputTokens, costUsd }) => (
              <tr key={`${provider} ${model}`}>
                <th scope="row" dir="auto">
                  {model}
                </th>
                <td>{countInWords(inputTokens)}</td>
                <td>{countInWords(outputTokens)}</td>
                <td>{costUsd === undefined ? 'not known' : dollarsInWords(costUsd)}</td>
              </tr>
            ))}
          </tbody>
          {bill.length > 1 && priced.length > 0 && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  Together
                </th>
                <td>{dollarsInWords(sum)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </>
  );
}

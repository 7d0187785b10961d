// Vega and Vega-Lite. The loader is one that loads nothing, and expressions are interpreted, never compiled: a chart is a
// program, and this one gets no more than its own numbers.
import { isRecord } from '@percept/core/internal';
import { parse, View, type Loader, type LoggerInterface, type Spec } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { DiagramSvg } from './diagram-renderer.ts';

/** Counts what was asked for; gives nothing. */
function closedLoader(asked: string[]): Loader {
  const refuse = (what: string): Promise<never> => {
    asked.push(what);
    return Promise.reject(new Error('nothing outside the chart is loaded'));
  };
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse };
}

export async function drawVega(text: string, kind: 'vega' | 'vega-lite'): Promise<DiagramSvg> {
  const value: unknown = JSON.parse(text);
  if (!isSpec(value)) throw new Error('the specification is no object');
  const problems: string[] = [];
  const asked: string[] = [];
  const logger = quiet(problems);
  const spec = kind === 'vega' ? value : compile(asVegaLite(value), { logger }).spec;
  const runtime = parse(spec, {}, { ast: true });
  const view = new View(runtime, {
    loader: closedLoader(asked),
    renderer: 'none',
    expr: expressionInterpreter,
    logger,
  });
  await view.runAsync();
  const svg = await view.toSVG();
  view.finalize();
  if (problems.length > 0 && asked.length === 0) throw new Error(problems[0]);
  return { svg, external: asked.length };
}

/** Errors are the chart's; warnings are nobody's. */
function quiet(problems: string[]): LoggerInterface {
  const self = {
    level: () => self,
    error: (...words: readonly unknown[]) => {
      problems.push(words.map(String).join(' '));
      return self;
    },
    warn: () => self,
    info: () => self,
    debug: () => self,
  };
  return self;
}

/** What a specification holds is checked by the library that reads it. */
function isSpec(value: unknown): value is Spec {
  return isRecord(value);
}

function asVegaLite(value: unknown): TopLevelSpec {
  if (isTopLevel(value)) return value;
  throw new Error('a Vega-Lite chart has a mark, layers or parts, and data');
}

function isTopLevel(value: unknown): value is TopLevelSpec {
  const parts = ['mark', 'layer', 'concat', 'hconcat', 'vconcat', 'repeat', 'facet', 'spec'];
  return isRecord(value) && parts.some((part) => part in value);
}

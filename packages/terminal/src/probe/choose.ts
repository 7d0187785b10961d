// From replies to a protocol: what a terminal says it is comes before what it says it can, because some claim what they
// draw wrongly.
import type { Size } from '@percept/core';
import type { Cell, Graphics, GraphicsChoice, Protocol } from '../graphics.ts';
import { defaultCell, terminalLimits } from '../limits.ts';
import type { Assessment } from '../surroundings.ts';
import type { Reply } from './reply.ts';
import type { TmuxClient } from './tmux-client.ts';

export interface Findings {
  readonly assessment: Extract<Assessment, { kind: 'ask' }>;
  readonly replies: readonly Reply[];
  readonly screen: { readonly columns: number; readonly rows: number };
  /** What tmux knows of the terminal outside; undefined outside tmux or when it did not answer. */
  readonly tmux?: TmuxClient | undefined;
}

interface Choice {
  readonly protocol: Protocol;
  readonly reason: string;
}

export function chooseGraphics(findings: Findings): Graphics {
  const { assessment, replies } = findings;
  const version = latest(replies, 'version')?.text;
  const { protocol, reason } = chosen(findings, version);
  const registers = latest(replies, 'registers')?.count ?? terminalLimits.maxSixelColours;
  const limit = latest(replies, 'sixel-limit');
  const terminal = findings.tmux?.terminal || version || assessment.brand;
  return {
    protocol,
    reason,
    multiplexer: assessment.multiplexer,
    // Every terminal that answers XTVERSION has 24-bit colour.
    depth: version === undefined ? assessment.depth : 'true-colour',
    cell: cellOf(findings),
    maxSixelColours: Math.min(registers, terminalLimits.maxSixelColours),
    ...(limit && { maxSixelSize: { width: limit.width, height: limit.height } }),
    ...(terminal && { terminal }),
  };
}

function chosen(findings: Findings, version: string | undefined): Choice {
  const { assessment } = findings;
  if (assessment.forced) return force(assessment.forced, assessment.multiplexer === 'tmux');
  // A tmux at the other end of an SSH connection leaves its name in the reply only.
  if (assessment.multiplexer === 'tmux' || version?.startsWith('tmux ')) return inTmux(findings);
  const found = byBrand(version ?? assessment.brand) ?? byReplies(findings.replies, version);
  return found ?? without(findings, 'the terminal reports no pictures');
}

function force(choice: GraphicsChoice, inTmux: boolean): Choice {
  const reason = `PERCEPT_GRAPHICS=${choice}`;
  return { protocol: choice === 'kitty' && inTmux ? 'kitty-placeholders' : choice, reason };
}

function byBrand(name: string | undefined): Choice | undefined {
  if (name === undefined) return undefined;
  // WezTerm misplaces kitty pictures; mintty and iTerm2 draw their own protocol best.
  if (/^(?:wezterm|iterm|mintty)/i.test(name)) return { protocol: 'iterm', reason: name };
  return undefined;
}

function byReplies(replies: readonly Reply[], version = ''): Choice | undefined {
  if (latest(replies, 'kitty')?.ok) {
    // When its window is resized kitty leaves a picture where it was, and takes placeholders along with their text.
    const moves = version.startsWith('kitty(') && drawsPlaceholders(version);
    const reason = 'it answers the query';
    return { protocol: moves ? 'kitty-placeholders' : 'kitty', reason };
  }
  if (hasSixel(replies)) return { protocol: 'sixel', reason: 'its attributes say so' };
  if (latest(replies, 'iterm-cell')) return { protocol: 'iterm', reason: 'it reports its cell' };
  return undefined;
}

function inTmux(findings: Findings): Choice {
  const { tmux, replies } = findings;
  if (!tmux) return without(findings, 'tmux does not say which terminal is outside');
  if (drawsPlaceholders(tmux.terminal)) {
    if (tmux.passesThrough) return { protocol: 'kitty-placeholders', reason: tmux.terminal };
    return without(findings, 'tmux needs: set -g allow-passthrough on');
  }
  // tmux claims sixel inside terminals that have none: both must say so.
  if (tmux.hasSixel && hasSixel(replies))
    return { protocol: 'sixel', reason: 'tmux and the terminal outside have it' };
  return without(findings, 'no pictures through tmux to this terminal');
}

/** kitty answers the query long before it draws placeholders, and Konsole never does. */
export function drawsPlaceholders(terminal: string): boolean {
  if (/^ghostty\b/i.test(terminal)) return true;
  const [, major = '0', minor = '0'] = /^kitty\((\d+)\.(\d+)/.exec(terminal) ?? [];
  return Number(major) > 0 || Number(minor) >= 28;
}

function without({ assessment }: Findings, reason: string): Choice {
  if (assessment.blocks) return { protocol: 'half', reason };
  return { protocol: 'none', reason: `${reason}, and the locale is not UTF-8` };
}

function hasSixel(replies: readonly Reply[]): boolean {
  return latest(replies, 'attributes')?.attributes.includes(4) ?? false;
}

function cellOf({ replies, screen, tmux }: Findings): Cell {
  const window = latest(replies, 'window');
  const shared = window && {
    width: Math.floor(window.width / screen.columns),
    height: Math.floor(window.height / screen.rows),
  };
  const said = [latest(replies, 'cell'), latest(replies, 'iterm-cell'), tmux?.cell, shared];
  const cell = said.find((size) => size !== undefined && isSane(size));
  if (!cell) return { ...defaultCell, known: false };
  return { width: cell.width, height: cell.height, known: true };
}

function isSane({ width, height }: Size): boolean {
  return width >= 2 && height >= 4 && width <= 200 && height <= 400;
}

function latest<Kind extends Reply['kind']>(
  replies: readonly Reply[],
  kind: Kind,
): Extract<Reply, { kind: Kind }> | undefined {
  return replies.findLast((reply): reply is Extract<Reply, { kind: Kind }> => reply.kind === kind);
}

// For sister packages only: not public, and without a promise between versions.
export { parsePrograms } from './program/programs.ts';

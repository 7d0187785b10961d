// For sister packages only: not public, and without a promise between versions.
export { parsePrograms, type ProgramsWanted } from './program/programs.ts';

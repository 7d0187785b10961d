// For sister packages only: not public, and without a promise between versions.
export { findPrograms, parsePrograms, type ProgramsWanted } from './program/programs.ts';

// What a program defines with one call and hands to the rest later: nothing here loads a tool, a bridge or a provider.
export { defineDescriber, type DescriberDefinition } from './bridge/define-describer.ts';
export { defineTool } from './tools/define-tool.ts';
export { createMedia } from './tools/media.ts';

import { openai } from '@ai-sdk/openai';
import { generateText, stepCountIs } from 'ai';
import { openPercept } from 'percept';

await using percept = await openPercept({ directory: '.percept', roots: ['.'] });
const chat = await percept.session('first');
await chat.say(process.argv[2] ?? 'What is drawn in plan.svg?');
const options = { messages: chat.messages(), tools: chat.tools(), stopWhen: stepCountIs(20) };
const result = await generateText({ model: chat.model(openai('gpt-5')), ...options });
await chat.append(...result.responseMessages);
console.log(result.text);

// Loads what the decoder loads and ends, so that the next decoder finds it compiled. It sees no picture: the folder that it
// writes is trusted as the source files are.
import { flushCompileCache } from 'node:module';
import 'sharp';
import '../../fit/fit.ts';
import '../frame.ts';
import '../message.ts';
import '../order.ts';
import '../seal.ts';

flushCompileCache();

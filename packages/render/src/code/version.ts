/** The highlighter's version, as `package.json` pins it; a test holds the two together. The host knows it without loading it. */
export const shikiVersion = '4.6.0';

// One name, several spellings: what a terminal pastes is not always what the file system stores. Bounded: at most a few
// dozen spellings per name, the pasted one first.

const narrowSpace = '\u202f';

/** macOS puts U+202F before AM and PM in screenshot names; terminals and hands turn it into a space. */
function spaces(name: string): readonly string[] {
  return [
    name,
    name.replace(/ (?=[AaPp]\.?[Mm])/g, narrowSpace),
    name.replaceAll(narrowSpace, ' '),
  ];
}

function apostrophes(name: string): readonly string[] {
  return [name, name.replaceAll("'", '\u2019'), name.replaceAll('\u2019', "'")];
}

/** Linux keeps both forms apart, macOS file names arrive decomposed. */
function forms(name: string): readonly string[] {
  return [name, name.normalize('NFC'), name.normalize('NFD')];
}

export function spellingsOf(name: string): readonly string[] {
  return [...new Set(spaces(name).flatMap(apostrophes).flatMap(forms))];
}

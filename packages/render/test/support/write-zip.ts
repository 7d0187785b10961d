// Zip files for tests: stored or deflated entries, with sizes that may lie.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly data: Uint8Array | string;
  /** What the directory says it unpacks to, where that is not the truth. */
  readonly claimedBytes?: number;
}

export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimedBytes } of entries) {
    const raw = Buffer.from(data);
    const packed = deflateRawSync(raw);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedBytes ?? raw.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        Buffer.from([20, 0]),
        shared,
        rest,
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const contents = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(contents.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, contents, end]);
}

const types = (part: string, type: string): ZipEntry => ({
  name: '[Content_Types].xml',
  data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${type}"/></Types>`,
});

const rels = (target: string): ZipEntry => ({
  name: '_rels/.rels',
  data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`,
});

export function writeDocx(body: string, more: readonly ZipEntry[] = []): Uint8Array {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return writeZip([
    types('/word/document.xml', word),
    rels('word/document.xml'),
    {
      name: 'word/document.xml',
      data: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);
}

export function paragraph(text: string, style = ''): string {
  const look = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${look}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function writeXlsx(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const book = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  const cells = rows.map((row, index) => {
    const inside = row.map((value, column) => {
      const place = `${String.fromCharCode(65 + column)}${index + 1}`;
      return typeof value === 'number'
        ? `<c r="${place}"><v>${value}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    });
    return `<row r="${index + 1}">${inside.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return writeZip([
    types('/xl/workbook.xml', book),
    rels('xl/workbook.xml'),
    {
      name: 'xl/workbook.xml',
      data: `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Figures" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
    },
  ]);
}

const drawingml = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const presentationml = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** One slide for each title. */
export function writePptx(titles: readonly string[]): Uint8Array {
  const name = (index: number): string => `slide${index + 1}.xml`;
  const overrides = titles
    .map(
      (_, index) =>
        `<Override PartName="/ppt/slides/${name(index)}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>`,
    )
    .join('');
  const ids = titles.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join('');
  const links = titles
    .map(
      (_, index) =>
        `<Relationship Id="s${index}" Type="${office}/slide" Target="slides/${name(index)}"/>`,
    )
    .join('');
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/>${overrides}</Types>`,
    },
    rels('ppt/presentation.xml'),
    {
      name: 'ppt/presentation.xml',
      data: `<?xml version="1.0"?><p:presentation xmlns:p="${presentationml}" xmlns:r="${office}"><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`,
    },
    ...titles.map((title, index) => ({
      name: `ppt/slides/${name(index)}`,
      data: `<?xml version="1.0"?><p:sld xmlns:p="${presentationml}" xmlns:a="${drawingml}" xmlns:r="${office}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="1371600"/><a:ext cx="7315200" cy="1371600"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="4400"/><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    })),
  ]);
}

// Draws one line of screen text as a text detector would cut it out, at the recogniser's height of 32 pixels: shaped by HarfBuzz, rasterised by
// FreeType in the ways browsers do it, coloured, decorated, damaged at its own size, and only then scaled with the filters that the eyes use.
// Everything random comes from `seed`, so a line can be drawn again.
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_SYNTHESIS_H
#include <hb.h>
#include <hb-ft.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINE_HEIGHT 32
#define MAX_FACES 4096
#define MAX_GLYPHS 1024
#define PICTURE 0xFFFC

typedef struct { FT_Face ft; hb_font_t *hb; int stamp; } Face;
static FT_Library library;
static Face faces[MAX_FACES];
static int face_count;
typedef struct { int face; uint32_t gid; } Picture;
static Picture *pictures;
static int picture_count;

// ---- chance
static uint64_t state = 88172645463325252ull;
static inline uint64_t next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
static inline double uni(void) { return (next() >> 11) * (1.0 / 9007199254740992.0); }
static inline double between(double a, double b) { return a + (b - a) * uni(); }
static inline int chance(double p) { return uni() < p; }
static inline int below(int n) { return (int)(next() % (uint64_t)n); }
void seed_draw(uint64_t s) { state = s * 6364136223846793005ull + 1442695040888963407ull; if (!state) state = 1; for (int i = 0; i < 8; i++) next(); }

// ---- faces
int add_face(const char *path) {
  if (!library && FT_Init_FreeType(&library)) return -1;
  FT_Face f;
  if (face_count >= MAX_FACES || FT_New_Face(library, path, 0, &f)) return -1;
  if (!f->charmap) FT_Select_Charmap(f, FT_ENCODING_UNICODE);
  if (FT_HAS_FIXED_SIZES(f)) FT_Select_Size(f, 0); else FT_Set_Char_Size(f, 0, 16 * 64, 72, 72);
  faces[face_count] = (Face){f, hb_ft_font_create(f, NULL), 0};
  return face_count++;
}
int covers(int face, uint32_t cp) { return FT_Get_Char_Index(faces[face].ft, cp) != 0; }
int coverage(int face, uint32_t *out, int max) {
  FT_UInt g; int n = 0;
  for (FT_ULong c = FT_Get_First_Char(faces[face].ft, &g); g && n < max; c = FT_Get_Next_Char(faces[face].ft, c, &g)) out[n++] = (uint32_t)c;
  return n;
}
// Every character of these faces from U+2190 on is a picture, not a letter.
int add_pictures(int face) {
  FT_UInt g; int n = 0;
  for (FT_ULong c = FT_Get_First_Char(faces[face].ft, &g); g; c = FT_Get_Next_Char(faces[face].ft, c, &g)) {
    if (c < 0x2190) continue;
    pictures = realloc(pictures, sizeof(Picture) * (picture_count + 1));
    pictures[picture_count++] = (Picture){face, g}; n++;
  }
  return n;
}

// ---- a page: one family, one size, one way of rasterising; glyphs are kept for its lines
enum { FREE, LIGHT, FULL, LCD_FREE, LCD_LIGHT, MONO };
static int chain[64], chain_count, mode, page_stamp, slanted;
static double size, weight; // what is added to the strokes, in sizes; thinner when negative
typedef struct { int face; uint32_t gid; int phase; int w, h, left, top, planes; unsigned char *data; int used; } Bitmap;
#define CACHE 4096
static Bitmap cache[CACHE];
static unsigned char *arena; static size_t arena_used, arena_size = 32u << 20;
static int load_flags(void) {
  switch (mode) {
    case FREE: case LCD_FREE: return FT_LOAD_NO_HINTING;
    case LIGHT: case LCD_LIGHT: return FT_LOAD_TARGET_LIGHT;
    case MONO: return FT_LOAD_TARGET_MONO;
    default: return FT_LOAD_TARGET_NORMAL;
  }
}
void page(const int *ids, int n, double px, int how, int slant, int bold) {
  chain_count = n > 64 ? 64 : n; memcpy(chain, ids, sizeof(int) * chain_count);
  size = px; mode = how; slanted = slant; weight = !bold ? 0 : chance(.7) ? between(.012, .05) : -between(.006, .016); page_stamp++;
  if (!arena) arena = malloc(arena_size);
  arena_used = 0; memset(cache, 0, sizeof cache);
}
static void ready(int id) {
  Face *f = &faces[id];
  if (f->stamp == page_stamp) return;
  f->stamp = page_stamp;
  if (!FT_HAS_FIXED_SIZES(f->ft)) FT_Set_Char_Size(f->ft, 0, (FT_F26Dot6)(size * 64 + .5), 72, 72);
  hb_ft_font_changed(f->hb); hb_ft_font_set_load_flags(f->hb, load_flags());
}
static Bitmap *bitmap_of(int id, uint32_t gid, int phase) {
  uint32_t h = (uint32_t)(id * 2654435761u ^ gid * 40503u ^ phase * 97u) % CACHE;
  for (int i = 0; i < 64; i++, h = (h + 1) % CACHE) {
    Bitmap *b = &cache[h];
    if (b->used && b->face == id && b->gid == gid && b->phase == phase) return b;
    if (b->used) continue;
    FT_Face f = faces[id].ft; FT_GlyphSlot s = f->glyph;
    if (FT_HAS_FIXED_SIZES(f)) return NULL;
    if (FT_Load_Glyph(f, gid, load_flags() | FT_LOAD_NO_BITMAP)) return NULL;
    if (s->format != FT_GLYPH_FORMAT_OUTLINE) return NULL;
    if (weight != 0) FT_Outline_Embolden(&s->outline, (FT_Pos)(size * 64 * weight));
    if (slanted) { FT_Matrix m = {0x10000, 0x3333, 0, 0x10000}; FT_Outline_Transform(&s->outline, &m); }
    if (phase) FT_Outline_Translate(&s->outline, phase * 16, 0);
    int lcd = mode == LCD_FREE || mode == LCD_LIGHT;
    if (FT_Render_Glyph(s, mode == MONO ? FT_RENDER_MODE_MONO : lcd ? FT_RENDER_MODE_LCD : FT_RENDER_MODE_NORMAL)) return NULL;
    int planes = lcd ? 3 : 1, w = (int)s->bitmap.width / planes, hh = (int)s->bitmap.rows;
    size_t need = (size_t)w * hh * planes + 1;
    if (arena_used + need > arena_size) return NULL;
    *b = (Bitmap){id, gid, phase, w, hh, s->bitmap_left, s->bitmap_top, planes, arena + arena_used, 1}; arena_used += need;
    for (int y = 0; y < hh; y++) {
      const unsigned char *row = s->bitmap.buffer + (ptrdiff_t)y * s->bitmap.pitch;
      unsigned char *to = b->data + (size_t)y * w * planes;
      if (mode == MONO) for (int x = 0; x < w; x++) to[x] = row[x >> 3] >> (7 - (x & 7)) & 1 ? 255 : 0;
      else memcpy(to, row, (size_t)w * planes);
    }
    return b;
  }
  return NULL;
}

// ---- canvas
typedef struct { double r, g, b; } Colour;
static float *canvas; static size_t canvas_size; static int cw, ch;
static unsigned char *bytes, *spare; static size_t bytes_size;
static inline Colour grey(double v) { return (Colour){v, v, v}; }
static inline double lum(Colour c) { return .299 * c.r + .587 * c.g + .114 * c.b; }
static Colour any(void) { return (Colour){between(0, 255), between(0, 255), between(0, 255)}; }
static Colour mix(Colour a, Colour b, double t) { return (Colour){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t}; }
static Colour paper(void) {
  double k = uni();
  if (k < .36) return grey(between(232, 255));
  if (k < .42) return mix(grey(between(225, 255)), any(), .08);
  if (k < .72) { double d = between(0, 52); return (Colour){d + between(0, 14), d + between(0, 14), d + between(0, 18)}; }
  return any();
}
static Colour ink_on(Colour bg, double need) {
  for (int i = 0; i < 40; i++) {
    double k = uni(); Colour c = k < .3 ? grey(between(0, 70)) : k < .55 ? grey(between(185, 255)) : k < .7 ? grey(between(70, 185)) : any();
    if (fabs(lum(c) - lum(bg)) >= need) return c;
  }
  return lum(bg) > 128 ? grey(0) : grey(255);
}
static inline void put(int x, int y, Colour c, double a) {
  if (x < 0 || y < 0 || x >= cw || y >= ch) return;
  float *p = canvas + ((size_t)y * cw + x) * 3;
  p[0] += (float)((c.r - p[0]) * a); p[1] += (float)((c.g - p[1]) * a); p[2] += (float)((c.b - p[2]) * a);
}
static void rectangle(int x0, int y0, int x1, int y1, Colour c, double a) {
  if (x0 < 0) x0 = 0; if (y0 < 0) y0 = 0; if (x1 > cw) x1 = cw; if (y1 > ch) y1 = ch;
  for (int y = y0; y < y1; y++) for (int x = x0; x < x1; x++) put(x, y, c, a);
}
static float lut[256];
static void blit(const Bitmap *b, int x, int y, Colour c, double alpha) {
  float k[3] = {(float)c.r, (float)c.g, (float)c.b};
  int x0 = x + b->left, y0 = y - b->top;
  for (int j = 0; j < b->h; j++) {
    int yy = y0 + j; if (yy < 0 || yy >= ch) continue;
    const unsigned char *m = b->data + (size_t)j * b->w * b->planes;
    for (int i = 0; i < b->w; i++) {
      int xx = x0 + i; if (xx < 0 || xx >= cw) continue;
      float *p = canvas + ((size_t)yy * cw + xx) * 3;
      for (int q = 0; q < 3; q++) { float a = lut[m[b->planes == 3 ? i * 3 + q : i]] * (float)alpha; p[q] += (k[q] - p[q]) * a; }
    }
  }
}
static double smooth(double d) { double v = .5 - d; return v < 0 ? 0 : v > 1 ? 1 : v; }
// What browsers draw as controls, and symbols that are no glyphs of the font. 1 when `cp` can be drawn so.
static int shape_symbol(uint32_t cp, double left, double base, double s, Colour fg, Colour bg) {
  double cx = left + s * .5, cy = base - s * .36, r = s * between(.36, .5), t = fmax(1, s * between(.05, .12));
  int square = cp == 0x2610 || cp == 0x2611 || cp == 0x2612, ring = cp == 0x25CB || cp == 0x25C9, disc = cp == 0x25CF;
  if (!square && !ring && !disc) return 0;
  Colour accent = chance(.5) ? ink_on(bg, 50) : fg; int full = (cp == 0x2611) && chance(.65);
  double corner = chance(.6) ? r * between(.1, .4) : 0, dot = r * between(.35, .6);
  for (int y = (int)(cy - r - 3); y <= cy + r + 3; y++) for (int x = (int)(cx - r - 3); x <= cx + r + 3; x++) {
    double dx = x + .5 - cx, dy = y + .5 - cy, d;
    if (square) { double qx = fabs(dx) - r + corner, qy = fabs(dy) - r + corner; d = hypot(fmax(qx, 0), fmax(qy, 0)) + fmin(fmax(qx, qy), 0) - corner; }
    else d = hypot(dx, dy) - r;
    if (disc || full) put(x, y, accent, smooth(d)); else put(x, y, accent, smooth(fabs(d + t / 2) - t / 2));
    if (cp == 0x25C9) put(x, y, accent, smooth(hypot(dx, dy) - dot));
    if (cp == 0x2611 || cp == 0x2612) {
      double u = dx / r, v = dy / r, e;
      if (cp == 0x2612) e = fmin(fabs(u - v), fabs(u + v)) * .7 + (fmax(fabs(u), fabs(v)) > .6 ? 9 : 0);
      else { // a tick: down to (-.15,.4), up to (.55,-.4)
        double ax = u + .55, ay = v - 0, bx = .4, by = .4, h1 = fmax(0, fmin(1, (ax * bx + ay * by) / (bx * bx + by * by)));
        double e1 = hypot(ax - bx * h1, ay - by * h1); ax = u + .15; ay = v - .4; bx = .7; by = -.8;
        double h2 = fmax(0, fmin(1, (ax * bx + ay * by) / (bx * bx + by * by))); e = fmin(e1, hypot(ax - bx * h2, ay - by * h2));
      }
      put(x, y, full ? (lum(accent) > 128 && chance(.02) ? grey(0) : bg) : accent, smooth(e * r - fmax(.8, r * .14)));
    }
  }
  return 1;
}
static void shape_picture(double left, double base, double w, double s, Colour bg) {
  Colour a = ink_on(bg, 35), b = ink_on(a, 35); int kind = below(4); double cx = left + w / 2, cy = base - s * .36, r = s * .5, p = between(-1, 1) > 0 ? 1 : -1;
  for (int y = (int)(cy - r - 2); y <= cy + r + 2; y++) for (int x = (int)(left - 2); x <= left + w + 2; x++) {
    double dx = x + .5 - cx, dy = y + .5 - cy, q = fmax(fabs(dx) - (w / 2 - r), 0);
    if (kind == 0) { put(x, y, a, smooth(hypot(q, dy) - r)); put(x, y, b, smooth(hypot(dx - p * (w / 2 - r), dy) - r * .75)); } // a switch
    else if (kind == 1) { put(x, y, a, smooth(hypot(q, dy) - r)); put(x, y, b, smooth(hypot(dx, dy + r * .25) - r * .35)); put(x, y, b, smooth(fmax(hypot(dx, dy - r * .9) - r * .6, hypot(dx, dy) - r))); } // a person
    else if (kind == 2) { double e = fmax(fabs(dx) - w / 2, fabs(dy) - r); put(x, y, a, smooth(e)); put(x, y, b, smooth(fmax(fabs(dx + dy * .7), fabs(dy)) - r * .4)); } // a thumbnail
    else { double e = fabs(fabs(dx) - (fabs(dy)) * p) - fmax(.7, s * .06); put(x, y, a, smooth(fmax(e, hypot(dx, dy) - r * .6))); }
  }
}

typedef struct { int face; uint32_t gid, cp, cluster; double x, advance, dx, dy; int picture; Colour colour; double zoom; } Glyph;
static Glyph glyphs[MAX_GLYPHS]; static int glyph_count;
static hb_buffer_t *buffer;
static int shape_run(const uint32_t *cps, int from, int to, int id, double track, int ligatures, double *pen) {
  ready(id);
  if (!buffer) buffer = hb_buffer_create();
  hb_buffer_reset(buffer); hb_buffer_add_utf32(buffer, cps + from, to - from, 0, to - from); hb_buffer_guess_segment_properties(buffer); hb_buffer_set_direction(buffer, HB_DIRECTION_LTR);
  hb_feature_t off[3] = {{HB_TAG('l','i','g','a'), 0, 0, (unsigned)-1}, {HB_TAG('c','a','l','t'), 0, 0, (unsigned)-1}, {HB_TAG('c','l','i','g'), 0, 0, (unsigned)-1}};
  hb_shape(faces[id].hb, buffer, off, ligatures ? 0 : 3);
  unsigned n; hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &n); hb_glyph_position_t *pos = hb_buffer_get_glyph_positions(buffer, &n);
  for (unsigned i = 0; i < n; i++) {
    if (glyph_count >= MAX_GLYPHS) return 0;
    if (info[i].codepoint == 0) return 0;
    double adv = pos[i].x_advance / 64.0 + track;
    glyphs[glyph_count++] = (Glyph){id, info[i].codepoint, cps[from + info[i].cluster], from + info[i].cluster, *pen, adv, pos[i].x_offset / 64.0, pos[i].y_offset / 64.0, 0, grey(0), 1};
    *pen += adv;
  }
  return 1;
}
static int lay(const uint32_t *cps, int n, double track, int ligatures, double word_gap, double wide) {
  glyph_count = 0; double pen = 0; int from = 0, current = -1;
  for (int i = 0; i <= n; i++) {
    int id = -1;
    if (i < n) {
      if (cps[i] == PICTURE) id = -2;
      else if (cps[i] == ' ' && current >= 0) id = current;
      else { for (int k = 0; k < chain_count; k++) if (covers(chain[k], cps[i])) { id = chain[k]; break; } if (id < 0) return 0; }
    }
    if (i == n || id != current) {
      if (current >= 0 && i > from && !shape_run(cps, from, i, current, track, ligatures, &pen)) return 0;
      from = i; current = id;
    }
    if (i < n && id == -2) {
      if (glyph_count >= MAX_GLYPHS) return 0;
      double w = size * between(.85, 1.35), gap = size * between(0, .2); Glyph g = {-1, 0, PICTURE, i, pen + gap / 2, w, 0, 0, 1, grey(0), 1};
      if (chance(.2)) { w = g.advance = size * between(.9, 2.1); g.picture = 2; }
      else if (picture_count) { Picture p = pictures[below(picture_count)]; g.face = p.face; g.gid = p.gid; }
      glyphs[glyph_count++] = g; pen += w + gap; from = i + 1; current = -1;
    }
  }
  double shift = 0;
  for (int i = 0; i < glyph_count; i++) {
    glyphs[i].x += shift;
    if (glyphs[i].cp == ' ') { double more = glyphs[i].advance * (word_gap - 1); if (wide > 0 && chance(wide)) more += size * between(.5, 2.5); shift += more; glyphs[i].advance += more; }
  }
  return glyph_count > 0;
}
// A picture glyph at its own size, scaled into place: fixed-size colour bitmaps, or an outline in one colour.
static void blit_picture(const Glyph *g, double left, double base, Colour fg) {
  FT_Face f = faces[g->face].ft; double s = g->advance;
  if (FT_HAS_FIXED_SIZES(f)) {
    if (FT_Load_Glyph(f, g->gid, FT_LOAD_COLOR) || FT_Render_Glyph(f->glyph, FT_RENDER_MODE_NORMAL)) return;
    FT_Bitmap *b = &f->glyph->bitmap; if (b->pixel_mode != FT_PIXEL_MODE_BGRA || !b->rows) return;
    double k = s / b->width; int w = (int)ceil(s), h = (int)ceil(b->rows * k), top = (int)round(base - h * .82);
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
      double c[4] = {0}; int n = 0; int y0 = (int)(y / k), y1 = (int)((y + 1) / k), x0 = (int)(x / k), x1 = (int)((x + 1) / k);
      if (y1 <= y0) y1 = y0 + 1; if (x1 <= x0) x1 = x0 + 1;
      for (int v = y0; v < y1 && v < (int)b->rows; v++) for (int u = x0; u < x1 && u < (int)b->width; u++) { const unsigned char *p = b->buffer + (ptrdiff_t)v * b->pitch + u * 4; for (int q = 0; q < 4; q++) c[q] += p[q]; n++; }
      if (!n || c[3] <= 0) continue;
      put((int)left + x, top + y, (Colour){c[2] / c[3] * 255, c[1] / c[3] * 255, c[0] / c[3] * 255}, c[3] / n / 255);
    }
    return;
  }
  FT_Set_Char_Size(f, 0, (FT_F26Dot6)(s * 64), 72, 72); faces[g->face].stamp = 0;
  if (FT_Load_Glyph(f, g->gid, FT_LOAD_NO_HINTING) || FT_Render_Glyph(f->glyph, FT_RENDER_MODE_NORMAL)) return;
  FT_Bitmap *b = &f->glyph->bitmap; int drop = (int)round(s * .12), lower = (int)round(fabs((double)f->descender) / f->units_per_EM * s);
  if (lower > drop) drop = 0; // icon fonts that stand on the line
  for (int y = 0; y < (int)b->rows; y++) for (int x = 0; x < (int)b->width; x++)
    put((int)round(left) + f->glyph->bitmap_left + x, (int)round(base) + drop - f->glyph->bitmap_top + y, fg, b->buffer[y * b->pitch + x] / 255.0);
}
static void draw_glyphs(double left, double base, Colour all, int own, double alpha, Colour bg, int shapes) {
  int whole = mode == LIGHT || mode == FULL || mode == MONO || mode == LCD_LIGHT;
  for (int i = 0; i < glyph_count; i++) {
    Glyph *g = &glyphs[i]; Colour c = own ? g->colour : all;
    if (g->picture) { if (own) { if (g->picture == 2) shape_picture(left + g->x, base, g->advance, fmin(size * .95, g->advance), bg); else if (g->face >= 0) blit_picture(g, left + g->x, base, c); } continue; }
    if (g->cp == ' ') continue;
    if (shapes && own && shape_symbol(g->cp, left + g->x, base, fmax(g->advance, size * .7), c, bg)) continue;
    double x = left + g->x + g->dx; int ix, phase = 0;
    if (whole) ix = (int)lround(x); else { ix = (int)floor(x); phase = (int)((x - ix) * 4); }
    Bitmap *b = bitmap_of(g->face, g->gid, phase);
    if (b) blit(b, ix, (int)lround(base - g->dy), c, alpha);
  }
}

// ---- backgrounds
static double hash2(int x, int y, uint32_t s) { uint32_t h = x * 374761393u + y * 668265263u + s * 2246822519u; h = (h ^ (h >> 13)) * 1274126177u; return ((h ^ (h >> 16)) & 0xffff) / 65535.0; }
static double value_noise(double x, double y, uint32_t s) {
  int ix = (int)floor(x), iy = (int)floor(y); double fx = x - ix, fy = y - iy; fx = fx * fx * (3 - 2 * fx); fy = fy * fy * (3 - 2 * fy);
  double a = hash2(ix, iy, s), b = hash2(ix + 1, iy, s), c = hash2(ix, iy + 1, s), d = hash2(ix + 1, iy + 1, s);
  return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy;
}
static void fill_paper(Colour bg, Colour other, int kind) {
  uint32_t s = (uint32_t)next(); double z = between(.6, 3) * size, angle = between(0, 6.28), ca = cos(angle), sa = sin(angle); int period = 2 + below(8);
  if (kind == 0) { float c[3] = {(float)bg.r, (float)bg.g, (float)bg.b}; for (size_t i = 0, n = (size_t)cw * ch * 3; i < n; i += 3) { canvas[i] = c[0]; canvas[i + 1] = c[1]; canvas[i + 2] = c[2]; } return; }
  for (int y = 0; y < ch; y++) for (int x = 0; x < cw; x++) {
    double t = 0;
    switch (kind) {
      case 1: t = (x * ca / cw + y * sa / ch + 1) / 2; break;
      case 2: t = hash2(x, y, s); break;
      case 3: t = .6 * value_noise(x / z, y / z, s) + .3 * value_noise(x * 3 / z, y * 3 / z, s + 1) + .1 * value_noise(x * 11 / z, y * 11 / z, s + 2); break;
      case 4: t = ((x + y) % period) * 2 < period; break;
    }
    Colour c = mix(bg, other, t); float *p = canvas + ((size_t)y * cw + x) * 3; p[0] = (float)c.r; p[1] = (float)c.g; p[2] = (float)c.b;
  }
}

// ---- damage, on bytes
static void jpeg_like(unsigned char *d, int w, int h, int quality, int subsample) {
  static const int Y[64] = {16,11,10,16,24,40,51,61,12,12,14,19,26,58,60,55,14,13,16,24,40,57,69,56,14,17,22,29,51,87,80,62,18,22,37,56,68,109,103,77,24,35,55,64,81,104,113,92,49,64,78,87,103,121,120,101,72,92,95,98,112,100,103,99};
  static const int C[64] = {17,18,24,47,99,99,99,99,18,21,26,66,99,99,99,99,24,26,56,99,99,99,99,99,47,66,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99,99};
  static float cosine[8][8]; static int once;
  if (!once) { for (int u = 0; u < 8; u++) for (int x = 0; x < 8; x++) cosine[u][x] = (float)((u ? .5 : .35355339) * cos((2 * x + 1) * u * M_PI / 16)); once = 1; }
  double scale = quality < 50 ? 50.0 / quality : 2 - quality / 50.0;
  static float *planes[3]; static size_t planes_size; size_t n = (size_t)(w + 32) * (h + 32);
  if (n > planes_size) { for (int i = 0; i < 3; i++) planes[i] = realloc(planes[i], n * sizeof(float)); planes_size = n; }
  for (int p = 0; p < 3; p++) {
    int k = p && subsample ? 2 : 1, pw = (w + k - 1) / k, ph = (h + k - 1) / k; float *a = planes[p];
    for (int y = 0; y < ph; y++) for (int x = 0; x < pw; x++) {
      float sum = 0; int cnt = 0;
      for (int v = y * k; v < y * k + k && v < h; v++) for (int u = x * k; u < x * k + k && u < w; u++) {
        const unsigned char *q = d + ((size_t)v * w + u) * 3; float r = q[0], g = q[1], b = q[2];
        sum += p == 0 ? .299f * r + .587f * g + .114f * b : p == 1 ? 128 - .168736f * r - .331264f * g + .5f * b : 128 + .5f * r - .418688f * g - .081312f * b; cnt++;
      }
      a[y * pw + x] = sum / cnt;
    }
    float q[64]; for (int i = 0; i < 64; i++) { double v = floor((p ? C[i] : Y[i]) * scale + .5); q[i] = (float)(v < 1 ? 1 : v > 255 ? 255 : v); }
    for (int by = 0; by < ph; by += 8) for (int bx = 0; bx < pw; bx += 8) {
      float b[8][8], t[8][8];
      for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) { int yy = by + y < ph ? by + y : ph - 1, xx = bx + x < pw ? bx + x : pw - 1; b[y][x] = a[yy * pw + xx] - 128; }
      for (int y = 0; y < 8; y++) for (int u = 0; u < 8; u++) { float s = 0; for (int x = 0; x < 8; x++) s += b[y][x] * cosine[u][x]; t[y][u] = s; }
      for (int v = 0; v < 8; v++) for (int u = 0; u < 8; u++) { float s = 0; for (int y = 0; y < 8; y++) s += t[y][u] * cosine[v][y]; b[v][u] = roundf(s / q[v * 8 + u]) * q[v * 8 + u]; }
      for (int v = 0; v < 8; v++) for (int x = 0; x < 8; x++) { float s = 0; for (int u = 0; u < 8; u++) s += b[v][u] * cosine[u][x]; t[v][x] = s; }
      for (int y = 0; y < 8 && by + y < ph; y++) for (int x = 0; x < 8 && bx + x < pw; x++) { float s = 0; for (int v = 0; v < 8; v++) s += t[v][x] * cosine[v][y]; a[(by + y) * pw + bx + x] = s + 128; }
    }
  }
  int k = subsample ? 2 : 1, pw = (w + k - 1) / k, ph = (h + k - 1) / k;
  for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
    double cy = (y + .5) / k - .5, cx = (x + .5) / k - .5; int y0 = (int)floor(cy), x0 = (int)floor(cx); double fy = cy - y0, fx = cx - x0; float c[2];
    int y1 = y0 + 1 < ph ? y0 + 1 : ph - 1, x1 = x0 + 1 < pw ? x0 + 1 : pw - 1; if (y0 < 0) y0 = 0; if (x0 < 0) x0 = 0;
    for (int p = 1; p < 3; p++) { float *a = planes[p]; c[p - 1] = (float)((a[y0 * pw + x0] * (1 - fx) + a[y0 * pw + x1] * fx) * (1 - fy) + (a[y1 * pw + x0] * (1 - fx) + a[y1 * pw + x1] * fx) * fy) - 128; }
    float l = planes[0][y * w + x], rgb[3] = {l + 1.402f * c[1], l - .344136f * c[0] - .714136f * c[1], l + 1.772f * c[0]};
    for (int i = 0; i < 3; i++) d[((size_t)y * w + x) * 3 + i] = (unsigned char)(rgb[i] < 0 ? 0 : rgb[i] > 255 ? 255 : rgb[i] + .5f);
  }
}
static double cubic(double d) { double x = fabs(d); return x >= 2 ? 0 : x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : -.5 * x * x * x + 2.5 * x * x - 4 * x + 2; }
static double lanczos(double d) { double x = fabs(d) * M_PI; return fabs(d) >= 3 ? 0 : x < 1e-6 ? 1 : 3 * sin(x) * sin(x / 3) / (x * x); }
static int taps(int from, int to, int how, int **first, int **count, float **weights) {
  static int *f[2], *c[2]; static float *w[2]; static int turn; turn ^= 1;
  double ratio = (double)from / to, reach = how == 1 ? fmax(1, ratio) : how == 2 ? fmax(2, 2 * ratio) : how == 3 ? fmax(3, 3 * ratio) : ratio > 1 ? ratio / 2 : 2; int stride = (int)ceil(reach * 2) + 2;
  f[turn] = realloc(f[turn], sizeof(int) * to); c[turn] = realloc(c[turn], sizeof(int) * to); w[turn] = realloc(w[turn], sizeof(float) * to * stride);
  for (int i = 0; i < to; i++) {
    double centre = (i + .5) * ratio; int low = (int)fmax(0, floor(centre - reach)), high = (int)fmin(from, ceil(centre + reach)); double sum = 0;
    for (int s = low; s < high; s++) {
      double v;
      if (how == 1) v = fmax(0, 1 - fabs(s + .5 - centre) / reach);
      else if (how == 2) v = cubic((s + .5 - centre) / fmax(1, ratio));
      else if (how == 3) v = lanczos((s + .5 - centre) / fmax(1, ratio));
      else if (ratio > 1) v = fmax(0, fmin(s + 1, centre + reach) - fmax(s, centre - reach)); else v = cubic(s + .5 - centre);
      w[turn][i * stride + s - low] = (float)v; sum += v;
    }
    f[turn][i] = low; c[turn][i] = high - low; for (int s = 0; s < high - low; s++) w[turn][i * stride + s] /= (float)sum;
  }
  *first = f[turn]; *count = c[turn]; *weights = w[turn]; return stride;
}
// how 0: as the eyes do it (area when it shrinks, Catmull-Rom when it grows); 1: triangle; 2: wide cubic; 3: Lanczos
static void scale(const unsigned char *in, int w, int h, unsigned char *out, int nw, int nh, int how) {
  static float *middle; static size_t middle_size; size_t n = (size_t)nw * h * 3; if (n > middle_size) { middle = realloc(middle, n * sizeof(float)); middle_size = n; }
  int *f, *c; float *wt; int stride = taps(w, nw, how, &f, &c, &wt);
  for (int y = 0; y < h; y++) for (int x = 0; x < nw; x++) { float r = 0, g = 0, b = 0; const unsigned char *p = in + ((size_t)y * w + f[x]) * 3; for (int t = 0; t < c[x]; t++, p += 3) { float k = wt[x * stride + t]; r += k * p[0]; g += k * p[1]; b += k * p[2]; } float *q = middle + ((size_t)y * nw + x) * 3; q[0] = r; q[1] = g; q[2] = b; }
  stride = taps(h, nh, how, &f, &c, &wt);
  for (int y = 0; y < nh; y++) for (int x = 0; x < nw * 3; x++) { float s = 0; for (int t = 0; t < c[y]; t++) s += wt[y * stride + t] * middle[(size_t)(f[y] + t) * nw * 3 + x]; out[(size_t)y * nw * 3 + x] = (unsigned char)(s < 0 ? 0 : s > 255 ? 255 : s + .5f); }
}
static void reserve(size_t n) { if (n > bytes_size) { bytes = realloc(bytes, n); spare = realloc(spare, n); bytes_size = n; } }
static void swap(void) { unsigned char *t = bytes; bytes = spare; spare = t; }
// A camera's view: a little turn and shear, blur, uneven light, moire, noise.
static void photographed(int w, int h) {
  double turn = between(-.02, .02), shear = between(-.12, .12), cx = w / 2.0, cy = h / 2.0; unsigned char *a = bytes, *o = spare;
  double blur = chance(.7) ? between(0, .035) * size : 0, light = between(.55, 1.15), slope = between(-.4, .4), wave = chance(.3) ? between(2, 14) : 0, fx = between(.3, 2.8), fy = between(.3, 2.8), noise = between(0, 9), tint = between(-14, 14);
  double climb = fmin(fabs(turn) * w, h * .16); turn = turn < 0 ? -climb / w : climb / w;
  for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
    double sx = x - shear * (y - cy), sy = y + turn * (x - cx), rgb[3] = {0}; int n = 0; double b = blur;
    for (int k = 0; k < (b > .05 ? 5 : 1); k++) {
      double px = sx + (k == 1 ? b : k == 2 ? -b : 0), py = sy + (k == 3 ? b : k == 4 ? -b : 0);
      px = px < 0 ? 0 : px > w - 1.001 ? w - 1.001 : px; py = py < 0 ? 0 : py > h - 1.001 ? h - 1.001 : py;
      int ix = (int)px, iy = (int)py; double u = px - ix, v = py - iy; int jx = ix + 1 < w ? ix + 1 : ix, jy = iy + 1 < h ? iy + 1 : iy;
      for (int q = 0; q < 3; q++) rgb[q] += (a[((size_t)iy * w + ix) * 3 + q] * (1 - u) + a[((size_t)iy * w + jx) * 3 + q] * u) * (1 - v) + (a[((size_t)jy * w + ix) * 3 + q] * (1 - u) + a[((size_t)jy * w + jx) * 3 + q] * u) * v; n++;
    }
    double l = light * (1 + slope * (x / (double)w - .5)), m = wave * sin(x * fx + y * fy);
    for (int q = 0; q < 3; q++) { double g = uni() + uni() - 1, v = rgb[q] / n * l + m + g * noise * 1.7 + (q == 0 ? tint : q == 2 ? -tint : 0) + 10; o[((size_t)y * w + x) * 3 + q] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v); }
  }
  swap();
}
static void blurred(int w, int h, double s) {
  float k[3] = {(float)s, 1, (float)s}; float sum = k[0] + k[1] + k[2];
  for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) for (int q = 0; q < 3; q++) { int l = x ? x - 1 : 0, r = x + 1 < w ? x + 1 : x; spare[((size_t)y * w + x) * 3 + q] = (unsigned char)((bytes[((size_t)y * w + l) * 3 + q] * k[0] + bytes[((size_t)y * w + x) * 3 + q] + bytes[((size_t)y * w + r) * 3 + q] * k[2]) / sum + .5f); }
  for (int y = 0; y < h; y++) for (int x = 0; x < w * 3; x++) { int u = y ? y - 1 : 0, d = y + 1 < h ? y + 1 : y; bytes[(size_t)y * w * 3 + x] = (unsigned char)((spare[(size_t)u * w * 3 + x] * k[0] + spare[(size_t)y * w * 3 + x] + spare[(size_t)d * w * 3 + x] * k[2]) / sum + .5f); }
}

// The line, RGB, 32 rows; its width, or 0 when it cannot be drawn. `hard` from 0 to 1 is the share of lines that are damaged.
int draw_line(const uint32_t *cps, int n, double hard, unsigned char *out, int max_width) {
  double track = chance(.06) ? between(-.02, .14) * size : 0;
  if (!lay(cps, n, track, track == 0 && chance(.9), chance(.07) ? between(1.2, 2.2) : 1, chance(.04) ? .3 : 0)) return 0;
  double length = 0; for (int i = 0; i < glyph_count; i++) if (glyphs[i].x + glyphs[i].advance > length) length = glyphs[i].x + glyphs[i].advance;
  int pad = (int)(size * .75) + 13; cw = (int)length + 2 * pad; ch = (int)(size * 1.5) + 2 * pad;
  if (cw > 9000 || (double)cw * ch > 4e6) return 0;
  double left = pad + uni(), base = pad + (int)(size * 1.1);
  size_t need = (size_t)cw * ch * 3; if (need > canvas_size) { canvas = realloc(canvas, need * sizeof(float)); canvas_size = need; }
  // colours
  Colour bg = paper(); static const double needs[] = {36, 60, 90, 120, 150}; double contrast = needs[below(5)]; if (size < 9 && contrast < 64) contrast = 64;
  double k = uni(); int kind = k < .8 ? 0 : k < .87 ? 1 : k < .9 ? 2 : k < .98 ? 3 : 4; Colour other = bg;
  if (kind == 3) { int dark = chance(.5); bg = dark ? mix(grey(between(0, 40)), any(), .25) : mix(grey(between(215, 255)), any(), .25); other = mix(bg, dark ? grey(150) : grey(110), between(.2, .9)); contrast = 100; }
  else if (kind) other = mix(bg, kind == 1 ? any() : ink_on(bg, 40), between(.04, .22));
  Colour fg = kind == 3 ? (lum(bg) > 128 ? grey(between(0, 40)) : grey(between(225, 255))) : ink_on(kind ? mix(bg, other, .5) : bg, contrast);
  fill_paper(bg, other, kind);
  double gamma = chance(.45) ? between(.65, 1.45) : 1; if (gamma == 1) for (int i = 0; i < 256; i++) lut[i] = i / 255.f; else for (int i = 0; i < 256; i++) lut[i] = (float)pow(i / 255., gamma);
  int many = chance(.22); Colour now = fg; for (int i = 0; i < glyph_count; i++) { if (many && (i == 0 || glyphs[i - 1].cp == ' ' || chance(.06))) now = chance(.5) ? fg : ink_on(bg, fmax(40, contrast * .7)); glyphs[i].colour = now; if (glyphs[i].picture && chance(.5)) glyphs[i].colour = ink_on(bg, 40); }
  // what stands around and behind it
  if (chance(.09)) { // a button, badge or field, with what is outside of it
    double mx = size * between(.25, 1.3), mt = size * between(.15, .7), mb = size * between(.15, .7), r = fmin(size, fmin(mt, mb) + size * .5) * between(0, 1); Colour outside = paper(), line = chance(.4) ? any() : bg; double x0 = left - mx, x1 = left + length + mx, y0 = base - size * .76 - mt, y1 = base + size * .2 + mb;
    for (int y = 0; y < ch; y++) for (int x = 0; x < cw; x++) { double qx = fabs(x + .5 - (x0 + x1) / 2) - (x1 - x0) / 2 + r, qy = fabs(y + .5 - (y0 + y1) / 2) - (y1 - y0) / 2 + r, d = hypot(fmax(qx, 0), fmax(qy, 0)) + fmin(fmax(qx, qy), 0) - r; if (d > -1.5) { put(x, y, line, smooth(fabs(d + .5) - .5)); put(x, y, outside, 1 - smooth(d)); } }
  }
  if (chance(.035)) { int a = below(glyph_count), b = a + 1 + below(glyph_count - a); Colour h = mix(bg, lum(fg) > lum(bg) ? grey(0) : grey(255), between(.1, .6)); if (chance(.5)) h = mix(bg, any(), .35); if (fabs(lum(h) - lum(fg)) > 60) rectangle((int)(left + glyphs[a].x), (int)(base - size * between(.8, 1)), (int)(left + glyphs[b - 1].x + glyphs[b - 1].advance), (int)(base + size * between(.2, .35)), h, 1); }
  int thick = (int)fmax(1, lround(size / between(10, 18)));
  if (chance(.06)) { int whole = chance(.6), a = whole ? 0 : below(glyph_count), b = whole ? glyph_count : a + 1 + below(glyph_count - a), y = (int)lround(base + size * between(.06, .2)), dots = chance(.12); int x0 = (int)(left + glyphs[a].x), x1 = (int)(left + glyphs[b - 1].x + glyphs[b - 1].advance); if (!dots) rectangle(x0, y, x1, y + thick, glyphs[a].colour, 1); else for (int x = x0; x < x1; x += 3) rectangle(x, y, x + 2, y + thick, glyphs[a].colour, 1); }
  if (chance(.07)) for (int side = -1; side <= 1; side += 2) if (chance(.7)) { double gap = size * between(1.08, 1.7), shift = between(-3, 3) * size; draw_glyphs(left + shift, lround(base + side * gap), fg, 0, 1, bg, 0); }
  if (chance(.02)) { Colour o = lum(fg) > 128 ? grey(0) : grey(255); int t = size > 24 ? 2 : 1; for (int dy = -t; dy <= t; dy++) for (int dx = -t; dx <= t; dx++) if (dx || dy) draw_glyphs(left + dx, base + dy, o, 0, 1, bg, 0); }
  else if (chance(.03)) draw_glyphs(left + thick, base + thick, lum(fg) > 128 ? grey(0) : grey(255), 0, between(.2, .7), bg, 0);
  draw_glyphs(left, base, fg, 1, 1, bg, chance(.5));
  if (chance(.006)) rectangle((int)left, (int)(base - size * .3), (int)(left + length), (int)(base - size * .3) + thick, fg, 1);
  // where the ink is
  int x0 = cw, x1 = 0, y0 = ch, y1 = 0;
  for (int i = 0; i < glyph_count; i++) { Glyph *g = &glyphs[i]; if (g->cp == ' ') continue; double a = left + g->x, b = a + g->advance, t = base - size * .72, u = base; if (!g->picture) { Bitmap *m = bitmap_of(g->face, g->gid, 0); if (m && m->w) { a += g->dx + m->left; b = a + m->w; t = base - g->dy - m->top; u = t + m->h; } } if (a < x0) x0 = (int)a; if (b > x1) x1 = (int)ceil(b); if (t < y0) y0 = (int)t; if (u > y1) y1 = (int)ceil(u); }
  if (x1 <= x0 || y1 <= y0) return 0;
  double top, bottom; if (chance(.6)) { top = base - size * between(.70, .8); bottom = base + size * between(0, .24); } else { top = y0; bottom = y1; }
  if (chance(.92)) top = fmin(top, y0 + size * .05); if (chance(.92)) bottom = fmax(bottom, y1 - size * .05);
  double tall = bottom - top; if (tall < size * .45) { double c = (top + bottom) / 2, e = size * between(.25, .5); top = c - e; bottom = c + e; tall = 2 * e; }
  top -= tall * between(-.02, .4); bottom += tall * between(-.02, .4); double l = x0 - size * between(-.03, .6), r = x1 + size * between(-.03, .6);
  if (chance(.05)) { Colour c = any(); int t = chance(.7) ? 1 : 2, e = below(4), at = (int)lround(e == 0 ? top + below(3) : e == 1 ? bottom - 1 - below(3) : e == 2 ? l + below(3) : r - 1 - below(3)); if (e < 2) rectangle(0, at, cw, at + t, c, 1); else rectangle(at, 0, at + t, ch, c, 1); }
  // bytes, with a margin for the damage
  int margin = 10, cx0 = (int)fmax(0, floor(l) - margin), cy0 = (int)fmax(0, floor(top) - margin), cx1 = (int)fmin(cw, ceil(r) + margin), cy1 = (int)fmin(ch, ceil(bottom) + margin), w = cx1 - cx0, h = cy1 - cy0;
  l -= cx0; r -= cx0; top -= cy0; bottom -= cy0; if (w < 4 || h < 4) return 0; reserve((size_t)(w + 8) * (h + 8) * 3 * 4);
  for (int y = 0; y < h; y++) for (int x = 0; x < w * 3; x++) { float v = canvas[((size_t)(cy0 + y) * cw + cx0) * 3 + x]; bytes[(size_t)y * w * 3 + x] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v + .5f); }
  double eff = size; double share = uni();
  if (share < hard) {
    double what = uni(); int quality = 0;
    if (what < .46 || (what > .9 && chance(.5))) { // another size
      double z = chance(.5) ? between(.62, .8) : chance(.65) ? between(.5, .95) : between(1.1, 1.7); if (size * z < 6) z = fmax(z, 6 / size); if (z < 1.8 && z > .3) { int nw = (int)fmax(4, round(w * z)), nh = (int)fmax(4, round(h * z)); if (z <= 1.9) { scale(bytes, w, h, spare, nw, nh, below(4)); swap(); double zx = (double)nw / w, zy = (double)nh / h; l *= zx; r *= zx; top *= zy; bottom *= zy; w = nw; h = nh; eff *= z; } }
    }
    if (what > .38 && what < .66) quality = chance(.5) ? 22 + below(35) : 50 + below(46);
    else if (what >= .66 && what < .8) { double keep = size; size = eff; photographed(w, h); size = keep; quality = 55 + below(40); if (chance(.3)) quality = 0; }
    else if (what >= .8 && what < .88) blurred(w, h, between(.1, .8) * fmin(1.2, eff / 16));
    else if (what >= .88 && what < .96) { double s = between(1.5, 14); for (size_t i = 0; i < (size_t)w * h * 3; i++) { double v = bytes[i] + (uni() + uni() + uni() - 1.5) * 2 * s; bytes[i] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v); } }
    if (quality && eff < 10 && quality < 45) quality = 45;
    if (quality) jpeg_like(bytes, w, h, quality, chance(.6));
  }
  int il = (int)fmax(0, lround(l)), it = (int)fmax(0, lround(top)), ir = (int)fmin(w, lround(r)), ib = (int)fmin(h, lround(bottom)), fw = ir - il, fh = ib - it;
  if (fw < 3 || fh < 5) return 0;
  for (int y = 0; y < fh; y++) memmove(spare + (size_t)y * fw * 3, bytes + ((size_t)(it + y) * w + il) * 3, (size_t)fw * 3);
  // Narrow and wide families are drawn by stretching.
  int nw = (int)lround((double)fw * LINE_HEIGHT / fh); if (chance(.14)) nw = (int)(nw * between(.8, 1.28)); if (nw < 8) nw = 8; if (nw > max_width) return 0;
  scale(spare, fw, fh, out, nw, LINE_HEIGHT, 0);
  return nw;
}

// A piece of a page at the reader's height, cut on whole pixels as the eyes do; its width, or 0.
int cut_line(const unsigned char *page, int w, int h, int x0, int y0, int x1, int y1, double stretch, unsigned char *to, int max_width) {
  if (x0 < 0) x0 = 0; if (y0 < 0) y0 = 0; if (x1 > w) x1 = w; if (y1 > h) y1 = h;
  int fw = x1 - x0, fh = y1 - y0; if (fw < 3 || fh < 5) return 0;
  int nw = (int)lround((double)fw * LINE_HEIGHT / fh * stretch); if (nw < 8) nw = 8; if (nw > max_width) return 0;
  reserve((size_t)(fw + 8) * (fh + 8) * 3 * 4);
  for (int y = 0; y < fh; y++) memcpy(spare + (size_t)y * fw * 3, page + ((size_t)(y0 + y) * w + x0) * 3, (size_t)fw * 3);
  scale(spare, fw, fh, to, nw, LINE_HEIGHT, 0);
  return nw;
}

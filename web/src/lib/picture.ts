/** The results as a picture to share, drawn here: nothing is uploaded. */
import { botFace, numberOf, personFace } from './faces';
import { t } from './i18n';
import { points } from './outcome';
import type { SeatInfo } from './wire';

export type Line = Pick<SeatInfo, 'name' | 'kind' | 'level'> & { place: number; value: number; you: boolean; called: string };
const [W, H] = [1200, 630];

function load(src: string): Promise<HTMLImageElement | null> {
  return new Promise((done) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => done(null);
    image.src = src;
  });
}
const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Writes a text that has to fit, smaller if it does not. */
function write(to: CanvasRenderingContext2D, text: string, x: number, y: number, face: string, size: number, most: number): void {
  for (let px = size; ; px -= 2) {
    to.font = face.replace('SIZE', `${px}px`);
    if (px <= 14 || to.measureText(text).width <= most) break;
  }
  to.fillText(text, x, y, most);
}

/** `place` gives the colours: an element within the mood of the game. */
export async function draw(place: HTMLElement, game: string, name: string, title: string, lines: Line[]): Promise<Blob | null> {
  const style = getComputedStyle(place);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const [display, text] = [`800 SIZE ${colour('--display')}`, `600 SIZE ${colour('--text')}`];
  const [poster, ...faces] = await Promise.all([
    load(`/api/games/${encodeURIComponent(game)}/art.svg`),
    ...lines.map((line) => load(line.kind === 'bot' ? botFace(line.level, numberOf(line.name)) : personFace(line.name))),
  ]);
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [W, H];
  const to = canvas.getContext('2d');
  if (!to) return null;
  const ground = to.createRadialGradient(W / 2, H * 0.38, 60, W / 2, H * 0.38, W * 0.65);
  ground.addColorStop(0, colour('--table'));
  ground.addColorStop(1, colour('--table-deep'));
  to.fillStyle = ground;
  to.fillRect(0, 0, W, H);
  if (poster) to.drawImage(poster, 0, 0, 504, H);
  to.fillStyle = colour('--on-table');
  write(to, title, 548, 128, display, 68, 600);
  to.fillStyle = colour('--on-table-muted');
  write(to, name, 548, 176, text, 28, 600);
  await pause(); // a task of its own for the rest
  const height = Math.min(78, 340 / lines.length);
  for (const [i, line] of lines.entries()) {
    const y = 210 + i * height;
    to.fillStyle = line.you ? colour('--gold') : colour('--seat');
    to.beginPath();
    to.roundRect(548, y, 604, height - 8, 14);
    to.fill();
    const face = faces[i];
    const side = height - 20;
    if (face) {
      to.save();
      to.beginPath();
      if (line.kind === 'bot') to.roundRect(608, y + 6, side, side, side * 0.26);
      else to.arc(608 + side / 2, y + 6 + side / 2, side / 2, 0, 2 * Math.PI);
      to.clip();
      to.drawImage(face, 608, y + 6, side, side);
      to.restore();
    }
    to.fillStyle = line.you ? colour('--gold-ink') : colour('--on-table');
    write(to, String(line.place), 570, y + height / 2 + 5, display, Math.min(28, side), 34);
    write(to, line.called, 626 + side, y + height / 2 + 5, text, Math.min(26, side), 380 - side);
    to.textAlign = 'right';
    write(to, points(line.value), 1130, y + height / 2 + 5, display, Math.min(30, side), 120);
    to.textAlign = 'left';
  }
  to.fillStyle = colour('--on-table-muted');
  write(to, t('shell.koloda'), 548, 604, display, 30, 300);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** Hands the picture to whatever the device shares with; else it is saved as a file. */
export async function give(picture: Blob, name: string): Promise<'shared' | 'saved'> {
  const file = new File([picture], `${name}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return 'saved';
}

/** How fast a table plays, and how long something takes, in words. */
import { lang, t } from './i18n';
import type { TableInfo } from './wire';

export function pace({ clock, days }: TableInfo): string {
  if (days) return t('shell.days_a_move', { n: days });
  return t(`shell.pace_${clock.turn === 0 ? 'none' : clock.turn < 30 ? 'brisk' : 'calm'}`);
}

/** Days and hours, hours and minutes, or minutes: what somebody needs to know who is away. */
export function timeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days) return t('shell.left_days', { d: days, h: hours });
  return hours ? t('shell.left_hours', { h: hours, m: minutes % 60 }) : t('shell.left_minutes', { m: Math.max(1, minutes) });
}

/** The same in the room of a clock. */
export const shortLeft = (seconds: number): string =>
  seconds >= 86_400 ? t('shell.short_days', { n: Math.floor(seconds / 86_400) }) : t('shell.short_hours', { n: Math.floor(seconds / 3600) });

/** "Today, 14:10", as near as words are for it. */
export function moment(at: number, now = Date.now()): string {
  const start = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  const ago = Math.round((start(at) - start(now)) / 86_400_000);
  const date = new Date(at);
  if (ago > 0 || ago < -1) return date.toLocaleDateString(lang(), { day: 'numeric', month: 'long', year: date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric' });
  return `${new Intl.RelativeTimeFormat(lang(), { numeric: 'auto' }).format(ago, 'day')}, ${date.toLocaleTimeString(lang(), { hour: '2-digit', minute: '2-digit' })}`;
}

export const dayOf = (at: number): string => new Intl.DateTimeFormat(lang(), { day: 'numeric', month: 'long' }).format(at);

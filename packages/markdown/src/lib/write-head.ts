import type { Plan } from '@amelia/core/plugin'
import { escapeText } from './escape-text.ts'

/** What a plan says of itself, as `readHead` reads it. */
export const writeHead = ({ title, goal, trackerId }: Plan): string[] => [
  ...(title === '' ? [] : [`# ${escapeText(title)}`, '']),
  ...(goal === '' ? [] : [`**Goal:** ${escapeText(goal)}`, '']),
  ...(trackerId === undefined ? [] : [`**Tracker:** ${escapeText(trackerId)}`, '']),
]

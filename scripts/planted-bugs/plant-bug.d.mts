import type { PlantedBug } from './bugs.mjs'

export function checkBug(bug: PlantedBug): void

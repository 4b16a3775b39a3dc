/** The visible part of a drawing: its offset in pixels, and its scale. */
export interface Viewport {
  x: number
  y: number
  zoom: number
}

/** The space in pixels around a drawing. */
export const margin = 24

/** A smaller scale makes texts unreadable: then a part of the drawing is visible. */
const leastZoom = 0.75

/** Returns the scale at which a drawing fits into a room. Default of `least`: texts are readable. */
export const fitZoom = (room: number, width: number, least = leastZoom): number =>
  Math.max(least, Math.min(1, (room - 2 * margin) / Math.max(1, width)))

/**
 * Fits a drawing into a room of another width. `anchor` is a place of the drawing: its height on the screen
 * stays, unless a gap above the drawing would grow; it stays visible if the drawing is wider than the room.
 */
export const fitWidth = (
  viewport: Viewport,
  {
    room,
    width,
    anchor,
    zoom = fitZoom(room, width),
  }: { room: number; width: number; anchor: { x: number; y: number }; zoom?: number },
): Viewport => {
  const y = Math.min(viewport.y + anchor.y * (viewport.zoom - zoom), Math.max(margin, viewport.y))
  const extra = room - width * zoom
  if (extra >= 2 * margin) return { x: extra / 2, y, zoom }
  const x = room / 2 - anchor.x * zoom
  return { x: Math.min(margin, Math.max(extra - margin, x)), y, zoom }
}

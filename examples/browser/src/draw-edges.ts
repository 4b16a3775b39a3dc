import type { Plan } from '@amelia/core'

const svg = (tag: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', tag)

/**
 * Draws a line from each phase to those that build on it, behind the cards, and again whenever the cards are laid out anew. The cards say
 * the same in words. `layers` holds the cards, `box` is what they are
 * placed in.
 */
export const drawEdges = (
  { box, layers }: { box: HTMLElement; layers: HTMLElement },
  plan: Plan,
  cardOf: (id: string) => HTMLElement | undefined,
) => {
  const drawing = svg('svg')
  drawing.setAttribute('aria-hidden', 'true')
  box.prepend(drawing)
  const edges = plan.phases.flatMap(({ id, dependsOn }) => dependsOn.map((from) => ({ from, to: id })))
  const lay = (): void => {
    const isDown = getComputedStyle(layers).flexDirection === 'column'
    const paths = edges.flatMap(({ from, to }) => {
      const [start, end] = [cardOf(from), cardOf(to)]
      if (start === undefined || end === undefined) return []
      const path = svg('path')
      path.setAttribute('d', curveOf(start, end, isDown))
      path.dataset['from'] = from
      path.dataset['done'] = String(start.dataset['status'] === 'completed')
      return [path]
    })
    drawing.replaceChildren(...paths)
  }
  const observer = new ResizeObserver(lay)
  observer.observe(box)
  return {
    /** A phase is there: the lines from it say so. */
    finish(id: string): void {
      for (const path of drawing.querySelectorAll<SVGElement>(`[data-from="${CSS.escape(id)}"]`))
        path.dataset['done'] = 'true'
    },
    stop: () => observer.disconnect(),
  }
}

/** From the bottom to the top where the layers are below each other, else from the right to the left. */
const curveOf = (start: HTMLElement, end: HTMLElement, isDown: boolean): string => {
  if (isDown) {
    const [x, y] = [start.offsetLeft + start.offsetWidth / 2, start.offsetTop + start.offsetHeight]
    const [toX, toY] = [end.offsetLeft + end.offsetWidth / 2, end.offsetTop]
    const half = (y + toY) / 2
    return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${toY}`
  }
  const [x, y] = [start.offsetLeft + start.offsetWidth, start.offsetTop + start.offsetHeight / 2]
  const [toX, toY] = [end.offsetLeft, end.offsetTop + end.offsetHeight / 2]
  const half = (x + toX) / 2
  return `M${x} ${y}C${half} ${y} ${half} ${toY} ${toX} ${toY}`
}

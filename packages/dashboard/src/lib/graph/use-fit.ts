import { useReactFlow } from '@xyflow/react'
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { type PlacedPlan, sizes } from '../layout/place-plan.ts'
import { fitWidth, fitZoom, margin, type Viewport } from './fit-width.ts'

/**
 * Fits a drawing into its element, first and whenever the width changes, such as by a panel beside it; not
 * after a person has chosen another scale. With `least`, a drawing that fits at this scale is visible as a
 * whole. Returns the function to call when the canvas is ready.
 */
export const useFit = (
  element: RefObject<HTMLElement | null>,
  placed: PlacedPlan | undefined,
  selected: string | undefined,
  least?: number,
): (() => void) => {
  const { getViewport, setViewport } = useReactFlow()
  const latest = useRef({ placed, selected })
  latest.current = { placed, selected }
  const room = useRef(0)
  const ready = useCallback(() => {
    const { current } = element
    const { placed: drawing, selected: id } = latest.current
    if (!current || !drawing) return
    room.current = current.clientWidth
    const zoom = zoomOf(current, drawing, least)
    const anchor = (id !== undefined && centreOf(drawing, id)) || { x: drawing.width / 2, y: 0 }
    const y = Math.min(margin, current.clientHeight / 2 - anchor.y * zoom)
    void setViewport(fitWidth({ x: 0, y, zoom }, { room: room.current, width: drawing.width, anchor, zoom }))
  }, [element, setViewport, least])
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => {
      const { placed: drawing, selected: id } = latest.current
      const before = room.current
      if (!drawing || before === 0 || before === current.clientWidth) return
      room.current = current.clientWidth
      if (least !== undefined) return ready()
      const viewport = getViewport()
      if (Math.abs(viewport.zoom - fitZoom(before, drawing.width)) > 0.01) return
      const anchor =
        (id !== undefined && centreOf(drawing, id)) || middleOf(viewport, [before, current.clientHeight])
      void setViewport(fitWidth(viewport, { room: room.current, width: drawing.width, anchor }))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, getViewport, setViewport, ready, least])
  return ready
}

const zoomOf = ({ clientWidth, clientHeight }: HTMLElement, { width, height }: PlacedPlan, least?: number) =>
  least === undefined
    ? fitZoom(clientWidth, width)
    : Math.min(fitZoom(clientWidth, width, least), fitZoom(clientHeight, height - sizes.between, least))

interface Point {
  x: number
  y: number
}

const middleOf = ({ x, y, zoom }: Viewport, [width, height]: [number, number]): Point => ({
  x: (width / 2 - x) / zoom,
  y: (height / 2 - y) / zoom,
})

const centreOf = ({ cards, lanes }: PlacedPlan, id: string): Point | undefined => {
  const card = cards.get(id)
  if (!card) return undefined
  return { x: card.x + card.width / 2, y: (lanes[card.batch - 1]?.y ?? 0) + card.y + card.height / 2 }
}

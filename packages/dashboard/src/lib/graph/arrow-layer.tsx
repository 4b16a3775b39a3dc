import { ViewportPortal } from '@xyflow/react'
import { memo, type ReactNode, useMemo } from 'react'
import type { PlacedPlan } from '../layout/place-plan.ts'
import { routeArrow } from '../layout/route-arrow.ts'
import { drawArrow } from './draw-arrow.ts'

interface ArrowLayerProps {
  placed: PlacedPlan
  /** The phase whose arrows stand out. */
  selected: string | undefined
}

/**
 * The lanes and the arrows of a plan below its cards. The arrows of a batch are one path, so that a plan of a
 * thousand phases has some dozens of elements here.
 */
export const ArrowLayer = memo(({ placed, selected }: ArrowLayerProps): ReactNode => {
  const paths = useMemo(() => drawBatches(placed), [placed])
  const own = useMemo(
    () =>
      placed.arrows
        .filter(({ from, to }) => from === selected || to === selected)
        .map((arrow) => drawArrow(routeArrow(placed, arrow)))
        .join(''),
    [placed, selected],
  )
  return (
    <ViewportPortal>
      <svg className="amelia-arrows" width={placed.width} height={placed.height} aria-hidden="true">
        {placed.lanes.map(({ batch, x, y, width, height }) => (
          <rect key={batch} className="amelia-lane-box" {...{ x, y, width, height }} rx="14" />
        ))}
        {paths.map((path, index) => (
          <path key={index} className="amelia-arrow" d={path} />
        ))}
        <path className="amelia-arrow amelia-arrow-own" d={own} />
      </svg>
    </ViewportPortal>
  )
})
ArrowLayer.displayName = 'ArrowLayer'

/** Draws the arrows that begin in each batch. */
const drawBatches = (placed: PlacedPlan): string[] => {
  const paths = placed.lanes.map(() => '')
  for (const arrow of placed.arrows) {
    const batch = placed.cards.get(arrow.from)?.batch
    if (batch !== undefined) paths[batch - 1] += drawArrow(routeArrow(placed, arrow))
  }
  return paths
}

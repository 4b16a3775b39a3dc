/** Describes the durability tests and their violations in one line, without the kinds that did not run. */
export const describeDurability = ({
  seeds,
  points,
  right,
  states,
  kills,
  broken,
  planted,
  found,
  ...native
}) =>
  [
    `seeds ${seeds}`,
    `crash points ${right}/${points}`,
    ...(native.nativePoints === undefined
      ? []
      : [
          `native git: seeds ${native.nativeSeeds}, crash points ${native.nativeRight}/${native.nativePoints}`,
        ]),
    ...(states === undefined ? [] : [`disk states ${states}`]),
    ...(kills === undefined
      ? []
      : [`SIGKILLs ${kills}`, `process trees killed ${native.trees}`, `locks moved aside ${native.locks}`]),
    `lost work ${broken['lost work']}`,
    `double commits ${broken['double commit']}`,
    `unrecoverable ${broken.unrecoverable}`,
    `hangs ${broken.hang}`,
    ...(planted === undefined ? [] : [`planted bugs ${found}/${planted} found`]),
  ].join(' | ')

/** Returns whether there were no violations, and every planted bug was found. */
export const isSound = ({ points, right, broken, planted, found, nativePoints, nativeRight }) =>
  right === points &&
  nativeRight === nativePoints &&
  planted === found &&
  Object.values(broken).every((count) => count === 0)

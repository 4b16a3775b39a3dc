/** Letters of other scripts that are drawn like a Latin one. */
const lookalikes = new Map(
  'aаɑα bвβ cсϲ eеε hһн iіιı jј kкκ mмμ oоοօ pрρ sѕ tтτ xхχ yуγ vν'
    .split(' ')
    .flatMap(([latin = '', ...others]) => others.map((letter) => [letter, latin] as const)),
)

/** An id as it looks: letters that are drawn alike are one. Two ids with one skeleton look alike. */
export const skeletonOf = (id: string): string => {
  let skeleton = ''
  for (const letter of id) skeleton += lookalikes.get(letter) ?? letter
  return skeleton
}

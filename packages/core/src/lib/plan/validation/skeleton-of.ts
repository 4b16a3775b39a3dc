/** Letters of other scripts that are drawn like a Latin one. */
const lookalikes = new Map([
  ...[...'аɑα'].map((letter) => [letter, 'a'] as const),
  ...[...'вβ'].map((letter) => [letter, 'b'] as const),
  ...[...'сϲ'].map((letter) => [letter, 'c'] as const),
  ...[...'еε'].map((letter) => [letter, 'e'] as const),
  ...[...'һн'].map((letter) => [letter, 'h'] as const),
  ...[...'іιı'].map((letter) => [letter, 'i'] as const),
  ...[...'ј'].map((letter) => [letter, 'j'] as const),
  ...[...'кκ'].map((letter) => [letter, 'k'] as const),
  ...[...'мμ'].map((letter) => [letter, 'm'] as const),
  ...[...'оοօ'].map((letter) => [letter, 'o'] as const),
  ...[...'рρ'].map((letter) => [letter, 'p'] as const),
  ...[...'ѕ'].map((letter) => [letter, 's'] as const),
  ...[...'тτ'].map((letter) => [letter, 't'] as const),
  ...[...'хχ'].map((letter) => [letter, 'x'] as const),
  ...[...'уγ'].map((letter) => [letter, 'y'] as const),
  ...[...'ν'].map((letter) => [letter, 'v'] as const),
])

/** An id as it looks: letters that are drawn alike are one. Two ids with one skeleton look alike. */
export const skeletonOf = (id: string): string => {
  let skeleton = ''
  for (const letter of id) skeleton += lookalikes.get(letter) ?? letter
  return skeleton
}

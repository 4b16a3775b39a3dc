/** Exchanges the code of an address for the token. Throws if the code was used, or is too old. */
export const redeemCode = async (base: string, code: string): Promise<string> => {
  const response = await fetch(new URL('session', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  if (response.status === 403)
    throw new Error('This address was used before, or is too old. Open the address that the terminal prints.')
  if (!response.ok) throw new Error(`The server responded with the status ${response.status}.`)
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Another name of `@amelia/cli`, for `npx amelia`. */
export * from '@amelia/cli'

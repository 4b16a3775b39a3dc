/** A stylesheet that a bundler adds to the page. */
declare module '*.css'

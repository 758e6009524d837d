/** `pages` and `groups` of `Documents`: `ui/render-documents.ts` makes them when the dashboard is built. */
declare module 'virtual:documents';

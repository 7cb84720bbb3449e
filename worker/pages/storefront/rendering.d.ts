// The bundle that Vite builds from web/app/share-server.tsx (tools/build).
declare module "#rendering" {
	export const renderShare: import("../../contract/catalogue/share-view.ts").RenderShare;
	export const renderCreator: import("../../contract/pages/creator-page.ts").RenderCreator;
}

declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
	/** Used by pdf.js without a web worker of its own. */
	export const WorkerMessageHandler: object;
}

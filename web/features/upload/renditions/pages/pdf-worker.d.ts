declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
	/** What pdf.js calls when it runs without a web worker of its own. */
	export const WorkerMessageHandler: object;
}

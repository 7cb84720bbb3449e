import type { Browser } from "@playwright/test";
import { photo } from "../../web/e2e/support/sample-files.ts";
import type { BegunUpload } from "../../worker/contract/files/uploads.ts";
import { signUp } from "./site.ts";

const COUNT = 12;
/** Width and height of the previews; the originals announced are four times as large. */
const SHAPES = [
	[1024, 683],
	[683, 1024],
	[1024, 1024],
	[1024, 576],
] as const;

type Drawing = [width: number, height: number, seed: number];

/**
 * Draws a picture with as much detail as a photograph, whose preview weighs about 100 KB, and returns it
 * as WebP in base64. Runs in a page.
 */
async function drawPhotograph([width, height, seed]: Drawing): Promise<string> {
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	let state = seed * 7919 + 17;
	const random = () => {
		state = (state * 48271) % 2147483647;
		return state / 2147483647;
	};
	const sky = context.createLinearGradient(0, 0, 0, height);
	sky.addColorStop(0, `hsl(${seed * 47} 60% 40%)`);
	sky.addColorStop(1, `hsl(${seed * 47 + 40} 70% 75%)`);
	context.fillStyle = sky;
	context.fillRect(0, 0, width, height);
	for (let leaf = 0; leaf < 9000; leaf++) {
		const size = 2 + random() * 14;
		context.fillStyle = `hsl(${seed * 47 + random() * 70} 45% ${15 + random() * 60}% / 0.5)`;
		context.fillRect(random() * width, height * (0.35 + random() * 0.65), size, size * 0.6);
	}
	const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
	const bytes = new Uint8Array(await blob.arrayBuffer());
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Publishes a share of twelve pictures with watermarked previews; returns the path of its page. */
export async function publishSharp(origin: string, browser: Browser): Promise<string> {
	const headers = await signUp(origin, "sharp@example.test");
	const send = async (method: string, path: string, body?: BodyInit, more = {}) => {
		const sent = { ...(body !== undefined && { body }), headers: { ...headers, ...more } };
		const response = await fetch(`${origin}${path}`, { method, ...sent });
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return response;
	};
	const files = Array.from({ length: COUNT }, (_, n) => photo(`view-${n + 1}.png`, 480, 320, n));
	const begun = await send(
		"POST",
		"/api/uploads",
		JSON.stringify({
			title: "Twelve views of the fjord",
			price: "24.00",
			preview: { images: "watermark" },
			files: files.map(({ name, buffer }) => ({ name, size: buffer.length })),
		}),
		{ "Content-Type": "application/json" },
	);
	const upload: BegunUpload = await begun.json();
	const page = await browser.newPage();
	for (const [n, { buffer }] of files.entries()) {
		const file = upload.files[n];
		const [width, height] = SHAPES[n % SHAPES.length] ?? SHAPES[0];
		const path = `/api/uploads/${upload.id}/files/${file?.id}`;
		await send("PUT", `${path}/parts/1`, new Uint8Array(buffer), {
			"x-upload-token": file?.token ?? "",
		});
		const size = `width=${width * 4}&height=${height * 4}`;
		const tiny: Drawing = [Math.round(width / 11), Math.round(height / 11), n];
		const large: Drawing = [width, height, n];
		for (const [kind, drawn] of [
			["watermarked", await page.evaluate(drawPhotograph, large)],
			["image", await page.evaluate(drawPhotograph, tiny)],
		] as const)
			await send("PUT", `${path}/preview?kind=${kind}&${size}`, Buffer.from(drawn, "base64"));
	}
	await page.close();
	await send("POST", `/api/uploads/${upload.id}/complete`);
	return `/share/${upload.shareId}`;
}

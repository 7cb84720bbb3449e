import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

export type SampleFile = { name: string; mimeType: string; buffer: Buffer; folder?: string };

/** Of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

/** Recognisable in a blurred preview. */
export function photo(name: string, width = 960, height = 640, hue = 0): SampleFile {
	const rows: Buffer[] = [];
	for (let y = 0; y < height; y++) {
		const row = Buffer.alloc(1 + width * 3);
		for (let x = 0; x < width; x++) {
			const sky = y / height;
			const hill =
				height * (0.68 + 0.1 * Math.sin((x / width) * 7 + hue) + 0.04 * Math.sin(x / 23));
			const sun = Math.hypot(x - width * 0.68, y - height * 0.42) < height * 0.13;
			const grain = ((x * 7919 + y * 104729) % 13) - 6;
			const [r, g, b] =
				y > hill
					? [30 + 30 * (1 - sky), 60 + 40 * Math.cos(hue), 55]
					: sun
						? [255, 225, 150]
						: [250 - 90 * sky, 150 - 60 * sky + 40 * Math.sin(hue), 110 + 70 * (1 - sky)];
			row[1 + x * 3] = Math.max(0, Math.min(255, r + grain));
			row[2 + x * 3] = Math.max(0, Math.min(255, g + grain));
			row[3 + x * 3] = Math.max(0, Math.min(255, b + grain));
		}
		rows.push(row);
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const buffer = Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(Buffer.concat(rows))),
		chunk("IEND", Buffer.alloc(0)),
	]);
	return { name, mimeType: "image/png", buffer };
}

/** About `seconds` of silence: MPEG-1 Layer III frames, 128 kbit/s, 44.1 kHz. */
export function song(name: string, seconds = 8): SampleFile {
	const frame = Buffer.alloc(417);
	frame.set([0xff, 0xfb, 0x90, 0x64]);
	const frames = Math.ceil(seconds / (1152 / 44_100));
	return {
		name,
		mimeType: "audio/mpeg",
		buffer: Buffer.concat(Array.from({ length: frames }, () => frame)),
	};
}

/** WAV, 8 kHz, mono. */
export function tone(name: string, seconds: number): SampleFile {
	const count = 8000 * seconds;
	const buffer = Buffer.alloc(44 + count * 2);
	buffer.write("RIFF", 0);
	buffer.writeUInt32LE(36 + count * 2, 4);
	buffer.write("WAVEfmt ", 8);
	buffer.writeUInt32LE(16, 16);
	buffer.writeUInt16LE(1, 20);
	buffer.writeUInt16LE(1, 22);
	buffer.writeUInt32LE(8000, 24);
	buffer.writeUInt32LE(16_000, 28);
	buffer.writeUInt16LE(2, 32);
	buffer.writeUInt16LE(16, 34);
	buffer.write("data", 36);
	buffer.writeUInt32LE(count * 2, 40);
	for (let at = 0; at < count; at++)
		buffer.writeInt16LE(Math.round(9000 * Math.sin(at / 3)), 44 + at * 2);
	return { name, mimeType: "audio/wav", buffer };
}

const WORDS =
	"light harbour granite evening rope lantern meadow silver ferry window copper cedar winter path".split(
		" ",
	);

/** No two sentences are equal. */
export function prose(lines: number): string[] {
	return Array.from({ length: lines }, (_, line) => {
		const words = Array.from(
			{ length: 9 },
			(_, at) => WORDS[(line * 7 + at * at + 3 * at) % WORDS.length],
		);
		return `${line + 1}. ${words.join(" ")} (${(line * 7919) % 9973}).`;
	});
}

/** A PDF; without `sentences`, its pages are full of different ones. */
export function book(name: string, pages: number, sentences = prose(30)): SampleFile {
	const objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""];
	const kids: string[] = [];
	const font = 3 + pages * 2;
	for (let page = 0; page < pages; page++) {
		const lines = sentences.map(
			(line, at) => `1 0 0 1 60 ${740 - at * 22} Tm (p${page} ${line.replaceAll(/[()]/g, "")}) Tj`,
		);
		const text = `0.9 0.55 0.2 rg 60 760 200 8 re f 0 g BT /F1 14 Tf ${lines.join("\n")} ET`;
		kids.push(`${objects.length + 1} 0 R`);
		objects.push(
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
			`<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
		);
	}
	objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages} >>`;
	objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
	let body = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const offset = body.length;
		body += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
	return { name, mimeType: "application/pdf", buffer: Buffer.from(body + table) };
}

export const pdf = (name: string): SampleFile => book(name, 1, ["Contract"]);

/** Random words, so that no two are equal. */
export function note(name: string, bytes = 2000): SampleFile {
	return {
		name,
		mimeType: "text/plain",
		buffer: Buffer.from(randomBytes(bytes / 2).toString("hex")),
	};
}

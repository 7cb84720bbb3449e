import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy that can cut every connection through it at once, like a bad network. */
export class CuttingProxy {
	private readonly server: Server;
	private readonly open = new Set<Socket>();

	constructor(target: number) {
		this.server = createServer((from) => {
			const to = connect(target, "127.0.0.1");
			for (const socket of [from, to]) {
				this.open.add(socket);
				socket.on("error", () => {});
				socket.once("close", () => {
					this.open.delete(socket);
					from.destroy();
					to.destroy();
				});
			}
			from.pipe(to).pipe(from);
		});
	}

	listen(port: number): Promise<void> {
		return new Promise((resolve) => this.server.listen(port, "127.0.0.1", resolve));
	}

	/** Cuts all connections in the middle of a transfer; returns how many there were. */
	cut(): number {
		const count = this.open.size / 2;
		for (const socket of this.open) socket.resetAndDestroy();
		return count;
	}

	close(): Promise<void> {
		this.cut();
		return new Promise((resolve) => this.server.close(() => resolve()));
	}
}

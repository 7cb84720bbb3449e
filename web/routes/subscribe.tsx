export default function SubscribeRoute() {
	return <h1>Subscribe</h1>;
}

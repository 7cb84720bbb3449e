export default function PaymentDirectRoute() {
	return <h1>PaymentDirect</h1>;
}

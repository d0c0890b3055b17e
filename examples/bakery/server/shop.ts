export interface Cake {
  id: string;
  name: string;
  price: number;
}

export interface Order {
  /** The same order comes only once under one key. */
  key: string;
  user: string;
  cake: string;
}

export const cakes: Cake[] = [
  { id: 'carrot', name: 'Carrot cake', price: 28 },
  { id: 'opera', name: 'Opera', price: 36 },
  { id: 'linzer', name: 'Linzer torte', price: 24 },
];

const orders: Order[] = [];

export function placeOrder(order: Order): void {
  if (!orders.some(({ key }) => key === order.key)) orders.push(order);
}

export function ordersOf(user: string | undefined): Order[] {
  return orders.filter((order) => order.user === user);
}

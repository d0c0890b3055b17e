-- Who is there before anybody has saved anything.
return {
  { kind = "person", name = "Ada Lovelace", email = "ada@example.com", phone = "555 0100" },
  { kind = "company", name = "Analytical Engines", city = "London" },
  { kind = "person", name = "Charles Babbage", email = "charles@example.com", phone = "" },
  { kind = "person", name = "Mary Somerville", email = "mary@example.com", phone = "555 0142" },
}

extension JSONReader {
    /// The scalar that was read last, as the text has it: a number with all its digits, a string with quotes and escapes.
    package var scalarSource: ArraySlice<UInt8> { bytes[tokenStart..<position] }
}
